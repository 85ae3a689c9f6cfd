# Stands in for the image of the compose file: a small S3-compatible store of npm, with the same path of its program and the same
# file of keys.
ARG BUILD_IMAGE
FROM ${BUILD_IMAGE}
ARG S3RVER
WORKDIR /app
RUN mkdir /data && npm install --no-audit --no-fund "$S3RVER" \
 && printf '#!/bin/sh\nexec node /app/objects.mjs "$@"\n' > /entrypoint.sh && chmod 755 /entrypoint.sh
COPY objects.mjs ./
LABEL org.parley.stand-in.of="of npm"
ENTRYPOINT ["/entrypoint.sh"]
