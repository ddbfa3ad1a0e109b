import type { Connection } from '../sqlite/connection.js'

/** A full-text table that keeps no texts: FTS5 knows of each row how many tokens its columns have. */
export type SizedIndex = 'fulltext' | 'site_page_fulltext' | 'value_trigram' | 'title_trigram'

/** Numbers of tokens of rows, as FTS5 stores them, in hexadecimal. */
export type Sizes = Map<number, string>

/** The sizes of the rows from one id to another, both included. */
export function sizesBetween ({ driver }: Connection, index: SizedIndex, first: number, last: number): Sizes {
  const rows = driver.prepare(`SELECT id, hex(sz) FROM "${index}_docsize" WHERE id BETWEEN ? AND ?`).raw()
  return new Map(rows.all(first, last) as Array<[number, string]>)
}

/** The sizes of all rows from an id on. */
export function sizesFrom (connection: Connection, index: SizedIndex, first: number): Sizes {
  return sizesBetween(connection, index, first, Number.MAX_SAFE_INTEGER)
}

/** Makes an index like one of a database, without any rows. */
export function emptyIndexLike (of: Connection, scratch: Connection, index: SizedIndex): void {
  const statement = of.driver.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(index) as string
  scratch.driver.exec(statement)
}

/** Removes all rows of such an index. */
export function clearIndex ({ driver }: Connection, index: SizedIndex): void {
  driver.prepare(`INSERT INTO "${index}" ("${index}") VALUES ('delete-all')`).run()
}
