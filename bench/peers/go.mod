module github.com/hashlanes/hashlanes/bench/peers

go 1.25.0

require (
	github.com/hashlanes/hashlanes v0.0.0
	github.com/minio/sha256-simd v1.0.1
	github.com/pk910/hashtree-bindings v0.2.6
	github.com/prysmaticlabs/gohashtree v0.0.4-beta
	github.com/stretchr/testify v1.12.1
	golang.org/x/sys v0.46.0
)

require (
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace github.com/hashlanes/hashlanes => ../..
