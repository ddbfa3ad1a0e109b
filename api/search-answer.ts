import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, sql } from 'drizzle-orm'
import { isOneOf } from '../db/sqlite.js'
import { Answer, BASE, type Representation } from './answer.js'
import type { Query } from './call.js'
import { BadRequestError, ParameterError } from './errors.js'
import { fieldsOf, thinned } from './search/fields.js'
import { find } from './search/execute.js'
import type { SearchResult } from './search/tasks.js'
import { scopeOf, selectIds } from './search/selection.js'
import { modifiedOf, remembered, type Parts } from './cache/answer-cache.js'
import { databaseDate } from './dates.js'
import type { ReadContext } from './read-context.js'
import type { ResourceType } from './resource-type.js'
import type { Scalar } from './search/searchable.js'

/** So many resources are represented at a time; after that others are served. */
const AT_ONCE = 200

/** Characters of the longest list. */
const LONGEST = 2 ** 28

/** Finds rows and shows a page of them (contract/search.md). @param pageSize rows a page when the query names none. */
export async function search (type: ResourceType, query: Query, context: ReadContext, pageSize: number): Promise<Answer> {
  const name = `${type.name} ${pageSize} ${JSON.stringify(query)}`
  const scalar = scalarOf(type, query)
  const fields = fieldsOf(query.fields)
  const { viewer } = context
  const memory = query.sort_by === 'random' ? undefined : context.memory
  const found = async (): Promise<SearchResult> => await remembered({ memory }, viewer, `${name} page`, async () => await findVisible(type, query, context, pageSize))
  if (scalar !== undefined) return await remembered({ memory }, viewer, name, async () => await scalarAnswer(type, context, await found(), scalar))
  const list = async (): Promise<Parts> => {
    const { ids, total, next } = await found()
    const of = await shown(type, context, ids)
    // What is sent of a long text is remembered by who sends it; the text itself would take as much again.
    return { of, facts: { total, next }, join: () => new Answer(() => `[${of.map((document) => thinned(document, fields).template).join(',')}]`, { total, next }) }
  }
  return memory === undefined ? (await list()).join() : await memory.joined(viewer, name, list)
}

async function findVisible (type: ResourceType, query: Query, context: ReadContext, pageSize: number): Promise<SearchResult> {
  const position = context.memory?.position
  const finding = await find(type, query, context, pageSize)
  return { ...finding, ids: await stillVisible(type, context, finding.ids, position) }
}

/** What was written since rows were found, at a position of the history, may hide some of them from these eyes. */
async function stillVisible (type: ResourceType, context: ReadContext, ids: readonly number[], position: number | undefined): Promise<readonly number[]> {
  if (context.memory?.position === position) return ids
  const visible = new Set(await selectIds(type, context, and(scopeOf(type, context), isOneOf(type.table.id, ids))))
  return ids.filter((id) => visible.has(id))
}

/** The same as `documents` for however many there are. @throws ParameterError when one answer cannot hold them. */
async function shown (type: ResourceType, context: ReadContext, ids: readonly number[]): Promise<Answer[]> {
  if (ids.length <= AT_ONCE) return await documents(type, context, ids)
  const position = context.memory?.position
  const all: Answer[] = []
  let length = 0
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await nextTurn()
    for (const document of await documents(type, context, await stillVisible(type, context, ids.slice(at, at + AT_ONCE), position))) {
      all.push(document)
      length += document.template.length
    }
    if (length > LONGEST) throw new ParameterError('per_page', `${ids.length} resources are more than one answer can hold. Ask for fewer on a page.`)
  }
  return all
}

/** Resources in the order of the ids; those that are not there are left out. */
export async function documents (type: ResourceType, context: ReadContext, ids: readonly number[]): Promise<Answer[]> {
  const { viewer } = context
  const memory = type.isRemembered === true ? context.memory : undefined
  const position = memory?.position ?? 0
  const known = new Map<number, Answer>()
  const unknown: number[] = []
  for (const id of ids) {
    const document = memory?.document(viewer, type.name, id)
    if (document === undefined) unknown.push(id)
    else known.set(id, document)
  }
  if (unknown.length > 0) {
    for (const [id, representation] of await type.represent(context, unknown)) {
      const answer = (): Answer => {
        const modified = modifiedOf(representation)
        const represented = heard(representation, context)
        return new Answer(JSON.stringify(context.isDeleted === true ? withoutId(represented) : represented), { id, modified })
      }
      known.set(id, memory?.keepDocument(viewer, type.name, id, representation, answer, position) ?? answer())
    }
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** What was deleted has no address any more: the collection stands in its place (contract/resources.md §14). */
function withoutId (representation: Representation): Representation {
  const address = String(representation['@id'])
  return { ...representation, '@id': address.slice(0, address.lastIndexOf('/')), 'o:id': null }
}

/** A representation as an application wants it, by the type that its address names: lists of several types have several. */
function heard (representation: Representation, { listeners }: ReadContext): Representation {
  if (listeners === undefined) return representation
  const name = String(representation['@id']).slice(`${BASE}/api/`.length).split('/', 1)[0]!
  return Object.hasOwn(listeners, name) ? listeners[name]!(representation) : representation
}

function scalarOf (type: ResourceType, { return_scalar: name }: Query): Scalar | undefined {
  if (name === undefined || name === '') return undefined
  if (typeof name === 'string' && Object.hasOwn(type.scalars, name)) return type.scalars[name]
  const available = Object.keys(type.scalars).join(', ') || 'none'
  if (typeof name !== 'string') throw new BadRequestError(`"return_scalar" must be one name. Available: ${available}.`)
  throw new BadRequestError(`The "${name}" field is not available in the Omeka\\Api\\Adapter\\${type.entity}Adapter adapter class. Available: ${available}.`)
}

async function scalarAnswer (type: ResourceType, context: ReadContext, { ids, total, next }: SearchResult, scalar: Scalar): Promise<Answer> {
  return new Answer(await scalarObject(type, context, ids, scalar), { total, next, isLinkedData: false })
}

/** Written by hand: a JSON object keeps the result's order in its text, a JavaScript object would not. */
async function scalarObject ({ table, joins = [] }: ResourceType, { database, viewer }: ReadContext, ids: readonly number[], { column, as }: Scalar): Promise<string> {
  if (ids.length === 0) return '[]'
  const raw = typeof column === 'function' || as === 'json' ? sql`${typeof column === 'function' ? column(viewer) : column}` : sql`${column}`.mapWith(column)
  const query = database.select({ id: sql<number>`${table.id}`, scalar: raw }).from(table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  const rows = new Map<number, unknown>()
  for (const row of await query.where(isOneOf(table.id, ids))) rows.set(row.id, row.scalar)
  const shown = (raw: unknown): unknown => as === 'date' && raw !== null ? databaseDate(raw as number) : raw
  return `{${ids.filter((id) => rows.has(id)).map((id) => `"${id}":${JSON.stringify(shown(rows.get(id)))}`).join(',')}}`
}
