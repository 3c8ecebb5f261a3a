module github.com/hashlanes/hashlanes/merkle/adapters

go 1.25.0

replace github.com/hashlanes/hashlanes => ../..

require (
	github.com/cometbft/cometbft v1.0.1
	github.com/ferranbt/fastssz v0.1.4
	github.com/hashlanes/hashlanes v0.0.0
	github.com/prysmaticlabs/gohashtree v0.0.4-beta
	github.com/stretchr/testify v1.12.1
	github.com/transparency-dev/merkle v0.0.2
	golang.org/x/mod v0.37.0
)

require (
	github.com/cometbft/cometbft/api v1.0.0 // indirect
	github.com/cosmos/gogoproto v1.7.0 // indirect
	github.com/emicklei/dot v1.6.2 // indirect
	github.com/google/go-cmp v0.6.0 // indirect
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	github.com/minio/sha256-simd v1.0.0 // indirect
	github.com/mitchellh/mapstructure v1.5.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.46.0 // indirect
	google.golang.org/protobuf v1.36.4 // indirect
	gopkg.in/yaml.v2 v2.3.0 // indirect
)
