# syntax=docker/dockerfile:1
# docker build --tag vitrine . && docker run --publish 3000:3000 --volume vitrine:/data vitrine
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY db/sqlite/node20/package.json db/sqlite/node20/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
# Thumbnails of PDF files and of films; tini passes signals on and removes ended processes.
RUN apt-get update && apt-get install --yes --no-install-recommends poppler-utils ffmpeg tini && \
    rm -rf /var/lib/apt/lists/* && install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=8 \
  VITRINE_DATA=/data VITRINE_HOST=0.0.0.0 VITRINE_PORT=3000
COPY --from=build /app/package.json /app/CHANGELOG.md /app/LICENSE /app/LICENSES.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/api/access/accounts/common-passwords.txt ./api/access/accounts/common-passwords.txt
COPY --from=build /app/db/keys/collation/weights.txt ./db/keys/collation/weights.txt
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/db/postgres/migrations ./db/postgres/migrations
COPY --from=build /app/db/seed ./db/seed
COPY --from=build /app/plugins/openapi ./plugins/openapi
COPY --from=build /app/web/assets ./web/assets
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.VITRINE_PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "dist/cli/vitrine.js"]
CMD ["serve"]
