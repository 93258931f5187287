FROM node:26-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node start.mjs --prepare && npm prune --omit=dev --no-audit --no-fund

FROM node:26-bookworm-slim
WORKDIR /shop
COPY --from=build /shop ./
# The private database, pictures on the disk, outgoing mail and the secret; with DATABASE_URL, IMAGE_STORE, SMTP_URL and
# SECRET nothing of worth is in it.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--initial-old-space-size=100", "--no-allocation-site-pretenuring", "--expose-gc", "server/main.ts"]
