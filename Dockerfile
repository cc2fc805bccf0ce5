# One image for every role: the server's sources, which Node runs as they are, the built web client, and the packages that the
# server imports. docs/operations.md says how to run it.

ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY scripts/build-web.ts scripts/page-groups.ts scripts/
COPY domain domain
COPY timing timing
COPY web web
RUN node scripts/build-web.ts --force

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/keep-server-packages.ts scripts/
COPY domain domain
COPY commands commands
COPY projections projections
COPY timing timing
COPY api api
RUN node scripts/keep-server-packages.ts && npm install --package-lock-only --offline

FROM ${NODE_IMAGE} AS server
WORKDIR /app
COPY --from=packages /app/package.json /app/package-lock.json /app/.npmrc ./
RUN npm ci && npm sbom --sbom-format=cyclonedx > sbom.cdx.json && rm .npmrc package-lock.json
COPY domain domain
COPY commands commands
COPY projections projections
COPY timing timing
COPY api api

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Intake" org.opencontainers.image.licenses="MIT"
# Nothing is installed any more from here on.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
  && printf '#!/bin/sh\nexec node /app/api/cli.ts "$@"\n' > /usr/local/bin/intake && chmod 755 /usr/local/bin/intake \
  && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=server /app ./
COPY --from=web /app/dist dist
# The last one as in scripts/run.cjs: large blocks are given back.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "api/health-check.ts", "/healthz"]
CMD ["node", "api/main.ts"]
