#!/usr/bin/env bash
# Replaces the services of the compose file by those of .env and the images here now, one replica after the other:
#
#   edit PARLEY_TAG in .env, then: docker compose pull (or build), and ./upgrade.sh
#
# `docker compose up` would end all replicas of a service at once. Here each is followed by a new one, that answers and
# has had time to be found, before it is ended. What is current already stays, so it may be run again at any time. When a
# new replica does not become ready, it is removed and nothing else is touched. PostgreSQL, NATS, the store of files and
# the balancer are left alone.
set -euo pipefail
cd "$(dirname "$0")"

# Every image of the compose file but those that end, in its order: callers come after the services that they call.
mapfile -t services < <(sed -nE 's|.*PARLEY_IMAGES:-parley\}/([a-z-]+):.*|\1|p' compose.yaml | grep -vxE 'migrate|doctor')
# Callers and the balancer find a new replica within 2 s and give it its full share of work after 5 more.
settle_seconds=7
# How long a new replica may take to become ready.
ready_seconds="${PARLEY_UPGRADE_READY_SECONDS:-120}"

say() { echo "upgrade: $*"; }

# Containers of a service that run, the oldest first.
running() {
  docker compose ps --quiet "$1" | xargs -r docker inspect --format '{{.Created}} {{.Id}}' | sort | sed 's/.* //'
}

# Whether a container is as the compose file, and the image under its name, are now.
is_current() {
  local hash name image
  hash="$(docker compose config --hash "$2")" || return 1
  [ "$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}}' "$1")" = "${hash##* }" ] || return 1
  name="$(docker inspect --format '{{.Config.Image}}' "$1")"
  image="$(docker image inspect --format '{{.Id}}' "$name" 2>/dev/null)" || return 1
  [ "$(docker inspect --format '{{.Image}}' "$1")" = "$image" ]
}

# Waits until a container says that it is ready, at its port for operators.
becomes_ready() {
  local second
  for ((second = 0; second < ready_seconds; second++)); do
    docker exec "$1" bash -c 'exec 3<>/dev/tcp/127.0.0.1/9100 && printf "GET /readyz HTTP/1.0\r\n\r\n" >&3 &&
      read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]' >/dev/null 2>&1 && return 0
    sleep 1
  done
  return 1
}

# Ends a container; it has the time for it that the compose file gives.
end() {
  docker stop "$1" >/dev/null
  docker rm "$1" >/dev/null
}

# One that was started and does not do the work of another yet: it does not stay when this ends.
unsettled=
trap 'if [ -n "$unsettled" ]; then end "$unsettled"; fi' EXIT
trap 'exit 130' INT TERM

# Starts one more replica of a service, as the compose file has it now, and waits until it has settled.
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
