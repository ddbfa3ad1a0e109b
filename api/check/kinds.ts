import { sql } from 'drizzle-orm'
import { RESOURCE_KINDS } from '../../db/tables/index.js'
import type { Check } from './fault.js'

/** The table of each kind of resource; annotations have none. */
const TABLES = ['item', 'item_set', 'media'] as const

/** Every resource has its row in the table of its kind, and in no other. */
export const kindCheck: Check = {
  name: 'kinds of resources',
  async * faults ({ snapshot: { driver } }) {
    const kinds = RESOURCE_KINDS.map((kind) => `'${kind}'`).join(', ')
    const unknown = driver.prepare(`SELECT id, kind FROM resource WHERE kind NOT IN (${kinds})`)
    for (const { id, kind } of unknown.all() as Array<{ id: number, kind: string }>) {
      yield { kind: 'kind', subject: `resource/${id}`, message: `There is no kind ${JSON.stringify(kind)}.` }
    }
    for (const table of TABLES) {
      const missing = driver.prepare(
        `SELECT id FROM resource WHERE kind = '${table}' AND id NOT IN (SELECT id FROM ${table})`
      ).pluck().all() as number[]
      for (const id of missing) {
        yield { kind: 'kind', subject: `resource/${id}`, message: `It has no row in the table ${table}.` }
      }
      const foreign = driver.prepare(
        `SELECT id FROM ${table} WHERE id IN (SELECT id FROM resource WHERE kind <> '${table}')`
      ).pluck().all() as number[]
      for (const id of foreign) {
        yield { kind: 'kind', subject: `${table}/${id}`, message: 'Its resource is of another kind.' }
      }
    }
  }
}

export const ANNOTATION = 'annotation'

/** The annotations of items, item sets and media, and of those annotations: not those that annotate only themselves. */
const REACHABLE = `WITH RECURSIVE reachable (id) AS (
  SELECT annotation_id FROM value JOIN resource ON resource.id = value.resource_id
    WHERE annotation_id IS NOT NULL AND resource.kind <> 'value_annotation'
  UNION SELECT annotation_id FROM value JOIN reachable ON value.resource_id = reachable.id
    WHERE annotation_id IS NOT NULL)`

/** Every annotation belongs to exactly one value, and values are annotated by nothing else. */
export const annotationCheck: Check = {
  name: 'annotations',
  async * faults ({ snapshot: { driver } }) {
    const orphans = driver.prepare(`${REACHABLE} SELECT id FROM resource WHERE kind = 'value_annotation'
      AND id NOT IN (SELECT id FROM reachable)`)
    for (const id of orphans.pluck().all() as number[]) {
      yield {
        kind: ANNOTATION,
        subject: `value_annotation/${id}`,
        message: 'It belongs to no value.',
        async mend (database) {
          database.run(sql`${sql.raw(REACHABLE)} DELETE FROM resource WHERE id = ${id} AND kind = 'value_annotation'
            AND id NOT IN (SELECT id FROM reachable)`)
        }
      }
    }
    const shared = driver.prepare(`SELECT annotation_id, count(*) FROM value WHERE annotation_id IS NOT NULL
      GROUP BY annotation_id HAVING count(*) > 1`).raw()
    for (const [id, total] of shared.all() as Array<[number, number]>) {
      yield { kind: ANNOTATION, subject: `value_annotation/${id}`, message: `It belongs to ${total} values.` }
    }
    const wrong = driver.prepare(`SELECT value.id FROM value JOIN resource ON resource.id = value.annotation_id
      WHERE annotation_id IS NOT NULL AND resource.kind <> 'value_annotation'`).pluck()
    for (const id of wrong.all() as number[]) {
      yield { kind: ANNOTATION, subject: `value/${id}`, message: 'What annotates it is not an annotation.' }
    }
  }
}
