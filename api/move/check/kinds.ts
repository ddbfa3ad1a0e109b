import { sql } from 'drizzle-orm'
import { RESOURCE_KINDS } from '../../../db/tables/index.js'
import type { Check } from './fault.js'

/** Tables by kind of resource; annotations have none. */
const TABLES = ['item', 'item_set', 'media'] as const

/** Checks that every resource has a row in the table of its kind, and in no other. */
export const kindCheck: Check = {
  name: 'kinds of resources',
  async * faults ({ database }) {
    const kinds = RESOURCE_KINDS.map((kind) => `'${kind}'`).join(', ')
    const rowsOf = async <Row extends unknown[]>(query: string): Promise<Row[]> =>
      await database.values<Row>(sql.raw(query))
    const unknown = await rowsOf<[number, string]>(`SELECT id, kind FROM resource WHERE kind NOT IN (${kinds})`)
    for (const [id, kind] of unknown) {
      yield { kind: 'kind', subject: `resource/${id}`, message: `There is no kind ${JSON.stringify(kind)}.` }
    }
    for (const table of TABLES) {
      const missing = await rowsOf<[number]>(
        `SELECT id FROM resource WHERE kind = '${table}' AND id NOT IN (SELECT id FROM ${table})`
      )
      for (const [id] of missing) {
        yield { kind: 'kind', subject: `resource/${id}`, message: `It has no row in the table ${table}.` }
      }
      const foreign = await rowsOf<[number]>(
        `SELECT id FROM ${table} WHERE id IN (SELECT id FROM resource WHERE kind <> '${table}')`
      )
      for (const [id] of foreign) {
        yield { kind: 'kind', subject: `${table}/${id}`, message: 'Its resource is of another kind.' }
      }
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
    const orphans = await database.values<[number]>(sql`${sql.raw(REACHABLE)} SELECT id FROM resource
      WHERE kind = 'value_annotation' AND id NOT IN (SELECT id FROM reachable)`)
    for (const [id] of orphans) {
      yield {
        kind: ANNOTATION,
        subject: `value_annotation/${id}`,
        message: 'It belongs to no value.',
        async repair (database) {
          await database.run(sql`${sql.raw(REACHABLE)} DELETE FROM resource WHERE id = ${id} AND kind = 'value_annotation'
            AND id NOT IN (SELECT id FROM reachable)`)
        }
      }
    }
    const shared = await database.values<[number, number]>(sql`SELECT annotation_id, count(*) FROM value
      WHERE annotation_id IS NOT NULL GROUP BY annotation_id HAVING count(*) > 1`)
    for (const [id, total] of shared) {
      yield { kind: ANNOTATION, subject: `value_annotation/${id}`, message: `It belongs to ${total} values.` }
    }
    const wrong = await database.values<[number]>(sql`SELECT value.id FROM value
      JOIN resource ON resource.id = value.annotation_id WHERE resource.kind <> 'value_annotation'`)
    for (const [id] of wrong) {
      yield { kind: ANNOTATION, subject: `value/${id}`, message: 'What annotates it is not an annotation.' }
    }
  }
}
