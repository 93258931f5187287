FROM node:26-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node start.mjs --prepare && npm prune --omit=dev --no-audit --no-fund

FROM node:26-bookworm-slim
WORKDIR /shop
COPY --from=build /shop ./
# The embedded database, images, mails as files and the secret; not used with DATABASE_URL, IMAGE_STORE, SMTP_URL and SECRET.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SHUTDOWN_DELAY_MS=5000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
