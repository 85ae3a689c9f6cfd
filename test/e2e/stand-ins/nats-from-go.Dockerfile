# Stands in for the image of the compose file: the same release, built from its Go module without anything else.
FROM scratch
COPY nats-server /usr/local/bin/nats-server
ENV PATH=/usr/local/bin
LABEL org.parley.stand-in.of="built from its Go module"
ENTRYPOINT ["nats-server"]
