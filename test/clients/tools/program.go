//go:build tools

// Package tools names the program that is built, so that `go mod vendor` fetches its packages.
package tools

import _ "github.com/prometheus/alertmanager/cmd/alertmanager"
