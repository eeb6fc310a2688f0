# syntax=docker/dockerfile:1
# One image for api, worker and the operator's commands: docker run … portal api | worker | migrate | doctor | …
ARG NODE=node:24.21.0-bookworm-slim

# The browser app is the only part that is built.
FROM ${NODE} AS web
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY vite.config.ts tsconfig.base.json ./
COPY build build
COPY src/shared src/shared
COPY src/web src/web
RUN npx vite build --logLevel warn

FROM ${NODE} AS dependencies
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

# deploy/backup and deploy/restore with what they need: docker compose … run --rm backup. pg_dump must not be older than the server.
FROM postgres:15.18 AS backup
RUN apt-get update && apt-get install -y --no-install-recommends age ca-certificates rclone && rm -rf /var/lib/apt/lists/*
COPY deploy/backup deploy/restore deploy/old-backups deploy/archive-wal deploy/base-backup deploy/recover deploy/rclone.sh deploy/database.sh /opt/portal/deploy/
USER postgres
CMD ["/opt/portal/deploy/backup", "/backups"]

FROM ${NODE}
# It lists what a PDF holds.
RUN apt-get update && apt-get install -y --no-install-recommends qpdf && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /opt/portal
COPY --from=dependencies /build/node_modules node_modules
COPY package.json ./
COPY migrations migrations
COPY src/shared src/shared
COPY src/server src/server
COPY --from=web /build/dist/web dist/web
COPY --from=web /build/dist/page-renderer dist/page-renderer
COPY --from=web /build/dist/third-party-notices.txt dist/third-party-notices.txt
COPY deploy/portal deploy/portal
RUN ln -s /opt/portal/deploy/portal /usr/local/bin/portal
# What it is, as scripts/image and other builds that know it say.
ARG COMMIT=
ARG BUILT_AT=
RUN [ -z "$COMMIT" ] || node -p "JSON.stringify({ version: require('./package.json').version, commit: process.env.COMMIT, built_at: process.env.BUILT_AT })" >build.json
# Nothing is written below it: the root file system may be read-only.
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["portal", "healthy"]
ENTRYPOINT ["portal"]
CMD ["api"]
