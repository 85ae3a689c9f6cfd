# Stands in for the image of the compose file where no image registry can be reached: the PostgreSQL that the tests
# bring along, with as much of that image's entry point as the compose file uses.
ARG RUN_IMAGE
FROM ${RUN_IMAGE}
RUN useradd --uid 999 --home-dir /var/lib/postgresql --create-home postgres \
 && install --directory --owner=postgres /var/lib/postgresql/data
COPY native /usr/lib/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/bin:$PATH LD_LIBRARY_PATH=/usr/lib/postgresql/lib
LABEL org.parley.stand-in.of="the one of `npm test`"
USER postgres
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
STOPSIGNAL SIGINT
