#!/bin/bash
# Exits with 0 if the process in this container answers GET /healthz at its operations port with status 200 within 4 seconds.
# Does not check readiness, which depends on other servers: restarting a container does not repair its database. Uses Bash,
# because starting Node every few seconds in every container would cost as much as an idle service.
exec 3<>"/dev/tcp/127.0.0.1/${PARLEY_OPS_PORT:?no port for operators is set}"
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]
