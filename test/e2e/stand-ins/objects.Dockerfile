# Stands in for the image of the compose file: a small S3-compatible store of npm, with the keys of the compose file.
ARG BUILD_IMAGE=node:24.21.0-bookworm-slim
FROM ${BUILD_IMAGE}
ARG S3RVER
WORKDIR /app
RUN mkdir /data && npm install --no-audit --no-fund "$S3RVER"
COPY objects.mjs ./
LABEL org.parley.stand-in.of="of npm"
ENTRYPOINT ["node", "objects.mjs"]
