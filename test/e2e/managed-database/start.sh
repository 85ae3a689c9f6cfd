#!/bin/sh
# Starts Patroni, and keeps the list of standbys that logical slots wait for.
set -eu
while sleep 1; do
  psql --host=/tmp --username=parley_admin --dbname=postgres --quiet --no-psqlrc --file=/etc/parley/standby-slots.sql ||
    echo 'PostgreSQL does not take connections.'
done >/tmp/standby-slots.log 2>&1 &
exec patroni /etc/parley/patroni.yml
