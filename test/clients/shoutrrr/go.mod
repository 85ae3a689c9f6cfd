module parley.example/shoutrrr

go 1.20

require github.com/containrrr/shoutrrr v0.8.0
