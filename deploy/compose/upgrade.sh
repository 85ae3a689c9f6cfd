#!/usr/bin/env bash
# Runs the migrations, and then replaces the running replicas of Parley, one at a time, so that all of them use the present
# settings (.env, compose file) and image:
#
#   edit PARLEY_TAG in .env, then: docker compose pull (or build), and ./upgrade.sh
#
# `docker compose up` would end all replicas at once. This script first starts a new replica, waits until all of its services
# are ready and others have found it, and then ends an old one. Up-to-date replicas stay, so the script may run again
# at any time. If a new replica does not become ready, the script removes it and stops without further changes. It never
# restarts PostgreSQL, NATS, the file store or the balancer.
#
# A release until 0.1.0 has a container for each service. This script starts the replicas beside them, and then ends them.
set -euo pipefail
cd "$(dirname "$0")"

# The long-running service of the compose file.
service=parley
# Services with containers of their own in earlier releases, in the order in which they end: the gateway, whose requests need all
# others, is the first, and the relay, which publishes what they have committed, the last.
former=(gateway notify user-admin channel messaging upload event-queue relay)
# Other replicas and the balancer find a new replica within 2 s and give it its full share of requests 5 s later.
settle_seconds=7
# Time limit for a new replica to become ready.
ready_seconds="${PARLEY_UPGRADE_READY_SECONDS:-120}"

say() { echo "upgrade: $*"; }

# Prints the running replicas, the oldest first.
running() {
  docker compose ps --quiet "$service" | xargs -r docker inspect --format '{{.Created}} {{.Id}}' | sort | sed 's/.* //'
}

# Prints the running containers of a service of earlier releases. The compose file no longer has it, so its labels tell.
running_former() {
  docker ps --quiet --filter "label=com.docker.compose.project=$project" --filter "label=com.docker.compose.service=$1"
}

# Succeeds when the container $1 has the present settings, and the image to which its image name refers now.
is_current() {
  local hash name image
  hash="$(docker compose config --hash "$service")" || return 1
  [ "$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}}' "$1")" = "${hash##* }" ] || return 1
  name="$(docker inspect --format '{{.Config.Image}}' "$1")"
  image="$(docker image inspect --format '{{.Id}}' "$name" 2>/dev/null)" || return 1
  [ "$(docker inspect --format '{{.Image}}' "$1")" = "$image" ]
}

# Waits until the container $1 reports at its port for operators that all of its services are ready. Fails after `ready_seconds`
# attempts.
becomes_ready() {
  local second
  for ((second = 0; second < ready_seconds; second++)); do
    # The status tells whether the process takes requests. It does so also while one of its services is not ready.
    docker exec "$1" bash -c 'exec 3<>/dev/tcp/127.0.0.1/9100 && printf "GET /readyz HTTP/1.0\r\n\r\n" >&3 &&
      read -r -t 4 -d "" answer <&3
      [[ $answer == "HTTP/1.1 200 "* && $answer != *"\"ready\":false"* ]]' >/dev/null 2>&1 && return 0
    sleep 1
  done
  return 1
}

# Stops a container with the grace period of the compose file, and removes it.
end() {
  docker stop "$1" >/dev/null
  docker rm "$1" >/dev/null
}

# The new container that others have not found yet; empty without one. If the script ends in this time, it removes the container.
unsettled=
trap 'if [ -n "$unsettled" ]; then end "$unsettled"; fi' EXIT
trap 'exit 130' INT TERM

# Starts one more replica from the present compose file and waits until others have found it. Ends the script if the replica does
# not become ready.
start_one() {
  local before count
  before="$(running)"
  count="$(grep -c . <<<"$before" || true)"
  docker compose up --detach --no-deps --no-recreate --scale "$service=$((count + 1))" "$service"
  unsettled="$(running | grep -vxF "${before:-none}" || true)"
  if [ -z "$unsettled" ] || ! becomes_ready "$unsettled"; then
    say "the new replica does not become ready and is removed; the others go on. The last it said:"
    if [ -n "$unsettled" ]; then docker logs --tail 20 "$unsettled"; fi
    exit 1
  fi
  sleep "$settle_seconds"
  unsettled=
}

nats="$(docker compose ps --quiet nats)"
if [ -z "$nats" ]; then
  say 'nothing runs; begin with: docker compose up --detach --wait'
  exit 1
fi
project="$(docker inspect --format '{{index .Config.Labels "com.docker.compose.project"}}' "$nats")"
declare -a ending=()
for name in "${former[@]}"; do
  mapfile -t -O "${#ending[@]}" ending < <(running_former "$name")
done
mapfile -t old < <(running)
if [ "${#old[@]}" = 0 ] && [ "${#ending[@]}" = 0 ]; then
  say "$service does not run; begin with: docker compose up --detach --wait"
  exit 1
fi

say 'migrations'
docker compose run --rm --no-deps -T migrate

replaced=0
for container in "${old[@]}"; do
  if is_current "$container"; then continue; fi
  start_one
  end "$container"
  replaced=$((replaced + 1))
done
say "$service: $replaced replaced"

if [ "${#ending[@]}" -gt 0 ]; then
  # Two replicas at least, so that one remains when the other fails.
  while [ "$(running | grep -c . || true)" -lt 2 ]; do start_one; done
  for container in "${ending[@]}"; do end "$container"; done
  say "containers of single services: ${#ending[@]} ended"
fi
