import { connect, migrateTo, type Connection } from '../connection/connection.js'

/** A table, index or trigger, with its CREATE statement. */
export interface SchemaObject { type: 'table' | 'index' | 'trigger', name: string, sql: string }

const OBJECTS = `SELECT type, name, sql FROM sqlite_master
  WHERE sql IS NOT NULL AND type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`

/** All schema objects that the migrations create. */
export function expectedSchema (): SchemaObject[] {
  const connection = connect(':memory:')
  try {
    migrateTo(connection)
    return schemaOf(connection)
  } finally {
    connection.driver.close()
  }
}

export function schemaOf ({ driver }: Connection): SchemaObject[] {
  return driver.prepare(OBJECTS).all() as SchemaObject[]
}
