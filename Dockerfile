# The image's own Node is the only one: keep its version equal to that of the package `node`.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
COPY simulators/meta/package.json simulators/meta/
COPY simulators/razorpay/package.json simulators/razorpay/
COPY simulators/shiprocket/package.json simulators/shiprocket/
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node/node_modules && ln -sf /usr/local/bin/node node_modules/node/bin/node

FROM packages AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN node start.mjs --prepare

# Layers from rarely to often changed: an upgrade without new packages transfers a few megabytes.
FROM node:24.21.0-bookworm-slim
WORKDIR /shop
# The embedded database, images, mails as files and the secret; not used with DATABASE_URL, IMAGE_STORE, SMTP_URL and SECRET.
RUN mkdir /data && chown node:node /data
COPY --from=packages /shop ./
COPY demo ./demo
COPY simulators ./simulators
COPY --from=build /shop/build ./build
COPY start.mjs LICENSE ./
COPY contract ./contract
COPY server ./server
VOLUME /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SHUTDOWN_DELAY_MS=5000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
