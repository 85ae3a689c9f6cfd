#!/bin/bash
# Whether the process in this container answers its operators: exit code 0 when it does. Readiness, which depends on
# others, is not asked: a container is not restarted because its database is away. Bash speaks to the port by itself: to
# start a Node every few seconds in every container would take as much as a service at rest does.
for name in "${!PARLEY_@}"; do
  if [[ $name == *_OPS_PORT ]]; then port="${!name}"; fi
done
exec 3<>"/dev/tcp/127.0.0.1/${port:?no port for operators is set}"
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]
