#!/bin/sh
# Runs once, when the primary is made: an account that may copy and follow it.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE replication WITH REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
