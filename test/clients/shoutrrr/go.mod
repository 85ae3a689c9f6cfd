module parley.example/shoutrrr

go 1.25

require github.com/nicholas-fedor/shoutrrr v0.13.2
