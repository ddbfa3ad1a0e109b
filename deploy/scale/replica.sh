#!/bin/sh
# Copies the primary at the first start, then follows it. PGPASSWORD is that of the account replication.
set -eu
if [ ! -e "$PGDATA/copied" ]; then
  # What is there is left of a copy that was broken off.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --host "$PRIMARY" --username replication --slot replica --checkpoint fast --pgdata "$PGDATA" \
    --write-recovery-conf
  touch "$PGDATA/copied"
  chown -R postgres "$PGDATA"
  chmod 0700 "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
