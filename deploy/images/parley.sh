#!/bin/sh
# The command `parley` of the image: `docker run parley/parley:… serve`, `docker exec … parley setup-link`.
exec node /app/bundle/main.js "$@"
