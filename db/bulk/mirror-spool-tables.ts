import { FILES } from './spooled-files.js'

export const TABLES = `
  CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS record (
    resource TEXT NOT NULL, id INTEGER NOT NULL,
    parent INTEGER, modified TEXT, run INTEGER NOT NULL, digest TEXT, applied TEXT,
    is_gone INTEGER NOT NULL DEFAULT 0, -- 1: to be deleted from the collection; 2: it refused to
    problem TEXT, body TEXT,
    UNIQUE (resource, id)
  );
  CREATE INDEX IF NOT EXISTS pending ON record (resource, id) WHERE body IS NOT NULL;
  CREATE TABLE IF NOT EXISTS listed (
    resource TEXT NOT NULL, id INTEGER NOT NULL, modified TEXT, PRIMARY KEY (resource, id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS annotation (
    id INTEGER PRIMARY KEY, record INTEGER NOT NULL, place INTEGER NOT NULL, UNIQUE (record, place)
  );
  ${FILES}`
