import { sql } from 'drizzle-orm'
import { RESOURCE_KINDS } from '../../../db/tables/index.js'
import { faultsIn, type Check, type Fault } from './fault.js'

/** Tables by kind of resource; annotations have none. */
const TABLES = ['item', 'item_set', 'media'] as const

/** Checks that every resource has a row in the table of its kind, and in no other. */
export const kindCheck: Check = {
  name: 'kinds of resources',
  async * faults ({ database }) {
    const kinds = RESOURCE_KINDS.map((kind) => `'${kind}'`).join(', ')
    const fault = (subject: string, message: string): Fault => ({ kind: 'kind', subject, message })
    yield * faultsIn<[number, string]>(
      database, sql.raw(`SELECT id, kind FROM resource WHERE kind NOT IN (${kinds})`),
      (id, kind) => fault(`resource/${id}`, `There is no kind ${JSON.stringify(kind)}.`)
    )
    for (const table of TABLES) {
      yield * faultsIn<[number]>(
        database, sql.raw(`SELECT id FROM resource WHERE kind = '${table}' AND id NOT IN (SELECT id FROM ${table})`),
        (id) => fault(`resource/${id}`, `It has no row in the table ${table}.`)
      )
      yield * faultsIn<[number]>(
        database, sql.raw(`SELECT id FROM ${table} WHERE id IN (SELECT id FROM resource WHERE kind <> '${table}')`),
        (id) => fault(`${table}/${id}`, 'Its resource is of another kind.')
      )
    }
  }
}

export const ANNOTATION = 'annotation'

/** Annotations that are reachable from items, item sets or media; an annotation that only annotates itself is not. */
const REACHABLE = `WITH RECURSIVE reachable (id) AS (
  SELECT annotation_id FROM value JOIN resource ON resource.id = value.resource_id
    WHERE annotation_id IS NOT NULL AND resource.kind <> 'value_annotation'
  UNION SELECT annotation_id FROM value JOIN reachable ON value.resource_id = reachable.id
    WHERE annotation_id IS NOT NULL)`

/** Checks that every annotation belongs to exactly one value, and that only annotations annotate values. */
export const annotationCheck: Check = {
  name: 'annotations',
  async * faults ({ database }) {
    const fault = (subject: string, message: string): Fault => ({ kind: ANNOTATION, subject, message })
    yield * faultsIn<[number]>(database, sql`${sql.raw(REACHABLE)} SELECT id FROM resource
      WHERE kind = 'value_annotation' AND id NOT IN (SELECT id FROM reachable)`, (id) => ({
      ...fault(`value_annotation/${id}`, 'It belongs to no value.'),
      async repair (database) {
        await database.run(sql`${sql.raw(REACHABLE)} DELETE FROM resource WHERE id = ${id} AND kind = 'value_annotation'
          AND id NOT IN (SELECT id FROM reachable)`)
      }
    }))
    yield * faultsIn<[number, number]>(database, sql`SELECT annotation_id, count(*) FROM value
      WHERE annotation_id IS NOT NULL GROUP BY annotation_id HAVING count(*) > 1`,
    (id, total) => fault(`value_annotation/${id}`, `It belongs to ${total} values.`))
    yield * faultsIn<[number]>(database, sql`SELECT value.id FROM value
      JOIN resource ON resource.id = value.annotation_id WHERE resource.kind <> 'value_annotation'`,
    (id) => fault(`value/${id}`, 'What annotates it is not an annotation.'))
  }
}
