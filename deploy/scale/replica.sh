#!/bin/sh
# Copies the primary at the first start, then follows it. PGPASSWORD is that of the account replication.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host "$PRIMARY" --username replication --slot replica --checkpoint fast --pgdata "$PGDATA" \
    --write-recovery-conf
  chown -R postgres "$PGDATA"
  chmod 0700 "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
