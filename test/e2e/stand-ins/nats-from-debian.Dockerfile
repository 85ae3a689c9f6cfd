# Stands in for the image of the compose file where there is no Go either: the nats-server of the distribution, which is
# older and does not know `sync_interval: always`.
ARG RUN_IMAGE
FROM ${RUN_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends nats-server && rm -rf /var/lib/apt/lists/*
LABEL org.parley.stand-in.of="of Debian's package, without `sync_interval: always`"
ENTRYPOINT ["sh", "-c", "mkdir -p /data && grep -v sync_interval /etc/nats/nats.conf > /tmp/nats.conf && exec nats-server -c /tmp/nats.conf"]
