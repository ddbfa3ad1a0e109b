import { is, Placeholder, sql } from 'drizzle-orm'
import type { List, Dialect } from '../../query/statements/dialect-interface.js'

const jsonOf = (list: List) => is(list, Placeholder) ? list : JSON.stringify(list)

export const SQLITE_DIALECT: Dialect = {
  isOneOf: (column, list) => sql`${column} IN (SELECT value FROM json_each(${jsonOf(list)}))`,
  rowsOf: (list) => sql`SELECT value FROM json_each(${jsonOf(list)})`,
  listOf: (column) => sql`json_group_array(${column})`,
  listOfRows: (columns) => sql`json_group_array(json_array(${sql.join([...columns], sql`, `)}))`,
  holds (containment, column, text) {
    if (containment === 'in') return sql`instr(${column}, ${text}) > 0`
    const length = [...text].length
    return containment === 'sw' ? sql`substr(${column}, 1, ${length}) = ${text}` : sql`substr(${column}, ${-length}) = ${text}`
  },
  flag: (condition) => condition,
  unless: (condition, text) => sql`CASE WHEN ${condition} THEN 1 ELSE ${text} END`,
  hasSpace: (text) => sql`${text} GLOB ${sql.raw("'*[' || char(9) || char(10) || char(12) || char(13) || ' ]*'")}`,
  onlyMember: (json, name) => sql`json_object(${name}, json_extract(${json}, ${`$.${name}`}))`,
  hasNul: (text) => sql`instr(${text}, char(0)) > 0`,
  // A unary plus turns the column into an expression, which no index serves.
  withoutIndex: (column) => sql`+${column}`,
  // Without statistics, SQLite might choose the index of this column.
  beside: (column) => sql`+${column}`,
  inParts: (_table, parts) => parts,
  idColumn: sql`id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`,
  lastId: (table) => sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`,
  documentsWith (index, rows, withHidden) {
    const table = sql.identifier(index)
    // An FTS5 expression. Tokens contain no quotation marks, so none needs escaping.
    const expression = rows.map(({ pieces: tokens, isStart }) => `"${tokens.join(' ')}"${isStart ? ' *' : ''}`).join(' OR ')
    return sql`SELECT rowid AS id FROM ${table}
      WHERE ${table} MATCH ${withHidden ? expression : `{title text} : (${expression})`}`
  },
  hasPhraseIndex: true
}
