# Stands in for the image of the compose file where no image registry can be reached: the distribution's HAProxy.
ARG RUN_IMAGE
FROM ${RUN_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends haproxy && rm -rf /var/lib/apt/lists/*
LABEL org.parley.stand-in.of="of Debian's package"
USER haproxy
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
