import { connect, migrateTo, type Connection } from '../connection/connection.js'

/** A table, index or trigger, with the statement that makes it. */
export interface SchemaObject { type: 'table' | 'index' | 'trigger', name: string, sql: string }

const OBJECTS = `SELECT type, name, sql FROM sqlite_master
  WHERE sql IS NOT NULL AND type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`

/** Everything that the migrations in a folder make. */
export function expectedSchema (migrations: string): SchemaObject[] {
  const connection = connect(':memory:')
  try {
    migrateTo(connection, migrations)
    return schemaOf(connection)
  } finally {
    connection.driver.close()
  }
}

export function schemaOf ({ driver }: Connection): SchemaObject[] {
  return driver.prepare(OBJECTS).all() as SchemaObject[]
}
