module github.com/hashlanes/hashlanes

go 1.25.0

require (
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/sys v0.46.0 // indirect
)
