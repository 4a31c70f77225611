# syntax=docker/dockerfile:1

# Builds the site. Debian's image, since the packages for building include programs for glibc.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY tests/support/use-git-hooks.mjs tests/support/
RUN npm ci
COPY . .
ARG SITE_URL
RUN npm run build

# What the server and the command line load, for the final image's system.
FROM node:24.21.0-alpine AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts: they would fetch Node, ffmpeg and ffprobe, which the final image has from elsewhere.
RUN npm ci --omit=dev --ignore-scripts
COPY ops/image/prune-modules.mjs /prune-modules.mjs
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# hadolint ignore=DL3018
RUN node /prune-modules.mjs /app \
  && find node_modules -type d -empty -delete \
  && apk add --no-cache binutils \
  && strip /usr/local/bin/node

FROM alpine:3.22
# Alpine's ffmpeg has libx264, SVT-AV1, libvpx and zimg; the shop looks for them at the first render and says what is missing.
# hadolint ignore=DL3018
RUN apk add --no-cache ffmpeg libstdc++ tini \
  && addgroup -g 10001 nagare \
  && adduser -D -H -u 10001 -G nagare nagare \
  && install -d -o nagare -g nagare -m 700 /data
COPY --from=modules /usr/local/bin/node /usr/local/bin/node
COPY --from=modules /app /app
COPY --chmod=755 ops/image/nagare.sh /usr/local/bin/nagare
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/sbin/tini", "--"]
CMD ["node", "--max-semi-space-size=4", "dist/server.mjs"]
