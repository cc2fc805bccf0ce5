# Images that stand in for those of docker-compose.yml where no registry of images can be reached; stand-ins.ts builds them.
ARG INTAKE_IMAGE=intake:containers

FROM intake-stand-in/base AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]

FROM intake-stand-in/base AS caddy
COPY caddy /usr/bin/caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# MongoDB's protocol over SQLite, without replica sets.
FROM intake-stand-in/base AS mongo
COPY ferretdb /usr/local/bin/ferretdb
RUN install -d -m 777 /data/db /data/configdb
VOLUME /data/db /data/configdb
EXPOSE 27017
ENTRYPOINT ["sh", "-c", "exec ferretdb --handler=sqlite --sqlite-url=file:/data/db/ --state-dir=/data/db --listen-addr=:27017 --debug-addr=- --telemetry=disable --log-level=ERROR"]

FROM node AS mailpit
COPY support/mail-sink.ts /srv/mail-sink.ts
USER node
EXPOSE 1025 8025
CMD ["node", "/srv/mail-sink.ts"]

# The double of the tests, on the client's own service definitions, which Intake's image holds.
FROM ${INTAKE_IMAGE} AS eventstore
COPY support/eventstore-double*.ts test/support/
COPY support/eventstore-stand-in.ts test/containers/
USER root
RUN install -d -o node -m 777 /var/lib/eventstore /var/log/eventstore
USER node
VOLUME /var/lib/eventstore /var/log/eventstore
EXPOSE 2113
HEALTHCHECK NONE
CMD ["node", "test/containers/eventstore-stand-in.ts"]
