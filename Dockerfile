FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY e2e/package.json e2e/
COPY scripts/install.mjs scripts/find-node.mjs scripts/
# The image has a Node of its own, so no package needs to bring one.
RUN npm_config_ignore_scripts=true node scripts/install.mjs
COPY . .
RUN npm run build
RUN npm run ship -- /ship

FROM node:24-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 YANSHU_DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=build /ship ./
USER node
VOLUME /data
EXPOSE 3000 2525 587 465 143 993 110 995
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "packages/server/dist/healthcheck.js"]
CMD ["node", "--max-semi-space-size=8", "packages/server/dist/main.js"]
