#!/usr/bin/env bash
# Runs the migrations, and then replaces the running services, one replica at a time, so that all of them use the present
# settings (.env, compose file) and images:
#
#   edit PARLEY_TAG in .env, then: docker compose pull (or build), and ./upgrade.sh
#
# `docker compose up` would end all replicas of a service at once. This script first starts a new replica, waits until
# it is ready and callers have found it, and then ends an old one. Up-to-date replicas stay, so the script may run again
# at any time. If a new replica does not become ready, the script removes it and stops without further changes. It never
# restarts PostgreSQL, NATS, the file store or the balancer.
set -euo pipefail
cd "$(dirname "$0")"

# Parley's long-running services in the order of the compose file. The gateway, which calls most of the others, is the last.
mapfile -t services < <(sed -nE 's|.*PARLEY_IMAGES:-parley\}/([a-z-]+):.*|\1|p' compose.yaml | grep -vxE 'migrate|doctor')
# Callers and the balancer find a new replica within 2 s and give it its full share of requests 5 s later.
settle_seconds=7
# Time limit for a new replica to become ready.
ready_seconds="${PARLEY_UPGRADE_READY_SECONDS:-120}"

say() { echo "upgrade: $*"; }

# Prints the running containers of a service, the oldest first.
running() {
  docker compose ps --quiet "$1" | xargs -r docker inspect --format '{{.Created}} {{.Id}}' | sort | sed 's/.* //'
}

# Succeeds when the container $1 of the service $2 has the present settings, and the image to which its image name refers now.
is_current() {
  local hash name image
  hash="$(docker compose config --hash "$2")" || return 1
  [ "$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}}' "$1")" = "${hash##* }" ] || return 1
  name="$(docker inspect --format '{{.Config.Image}}' "$1")"
  image="$(docker image inspect --format '{{.Id}}' "$name" 2>/dev/null)" || return 1
  [ "$(docker inspect --format '{{.Image}}' "$1")" = "$image" ]
}

# Waits until the container $1 reports at its port for operators that it is ready. Fails after `ready_seconds` attempts.
becomes_ready() {
  local second
  for ((second = 0; second < ready_seconds; second++)); do
    docker exec "$1" bash -c 'exec 3<>/dev/tcp/127.0.0.1/9100 && printf "GET /readyz HTTP/1.0\r\n\r\n" >&3 &&
      read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]' >/dev/null 2>&1 && return 0
    sleep 1
  done
  return 1
}

# Stops a container with the grace period of the compose file, and removes it.
end() {
  docker stop "$1" >/dev/null
  docker rm "$1" >/dev/null
}

# The new container that callers have not found yet; empty without one. If the script ends in this time, it removes the container.
unsettled=
trap 'if [ -n "$unsettled" ]; then end "$unsettled"; fi' EXIT
trap 'exit 130' INT TERM

# Starts one more replica of a service from the present compose file and waits until callers have found it. Ends the script
# if the replica does not become ready.
start_one() {
  local before count
  before="$(running "$1")"
  count="$(grep -c . <<<"$before")"
  docker compose up --detach --no-deps --no-recreate --scale "$1=$((count + 1))" "$1"
  unsettled="$(running "$1" | grep -vxF "$before" || true)"
  if [ -z "$unsettled" ] || ! becomes_ready "$unsettled"; then
    say "$1: the new replica does not become ready and is removed; the others go on. The last it said:"
    if [ -n "$unsettled" ]; then docker logs --tail 20 "$unsettled"; fi
    exit 1
  fi
  sleep "$settle_seconds"
  unsettled=
}

for service in "${services[@]}"; do
  if [ -z "$(running "$service")" ]; then
    say "$service does not run; begin with: docker compose up --detach --wait"
    exit 1
  fi
done

say 'migrations'
docker compose run --rm --no-deps -T migrate

for service in "${services[@]}"; do
  replaced=0
  for container in $(running "$service"); do
    if is_current "$container" "$service"; then continue; fi
    start_one "$service"
    end "$container"
    replaced=$((replaced + 1))
  done
  say "$service: $replaced replaced"
done
