module parley.example/tools

go 1.26

require github.com/prometheus/alertmanager v0.35.0
