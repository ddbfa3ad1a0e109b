import { and } from 'drizzle-orm'
import { isOneOf } from '../../db/sqlite.js'
import { EVERYBODY } from '../../db/search/viewer.js'
import { BASE, type Representation } from '../answer.js'
import { BUILT_IN } from '../built-in.js'
import type { ReadContext } from '../read-context.js'
import { madeAtOnce, withListeners } from '../represent.js'
import type { ResourceType } from '../resource-type.js'
import { scopeOf, selectIds } from '../search/selection.js'
import type { Services } from '../services.js'
import { described, type Described, type Places } from './formats/described.js'

/** What everybody sees of items and item sets, without filling the cache of answers, which is for those who browse. */
export class PublicReader {
  readonly #services: Services
  readonly #hasPages: boolean

  constructor (services: Services, hasPages: boolean) {
    this.#services = services
    this.#hasPages = hasPages
  }

  async context (): Promise<ReadContext> {
    return { ...await this.#services.reading(EVERYBODY), cache: undefined, withoutReverse: true }
  }

  /** What is described by id; ids that are not there or hidden are left out. @param base of addresses. */
  async read (
    name: 'items' | 'item_sets', ids: readonly number[], context: ReadContext, base: string
  ): Promise<Map<number, Described>> {
    const type = BUILT_IN.get(name)!
    const visible = [...await selectIds(type, context, and(scopeOf(type, context), isOneOf(type.table.id, ids)))]
    const made = await madeAtOnce(type, context, visible) ?? await oneByOne(type, context, visible)
    const places: Places = { base, hasPages: this.#hasPages }
    return new Map([...made].map(([id, representation]) => {
      const text = JSON.stringify(withListeners(representation, context)).replaceAll(BASE, base)
      return [id, described(JSON.parse(text) as Representation, context.terms, places)]
    }))
  }
}

async function oneByOne (type: ResourceType, context: ReadContext, ids: readonly number[]) {
  const made = new Map<number, Representation>()
  for (const id of ids) {
    for (const [, representation] of await type.represent(context, [id])) made.set(id, representation)
  }
  return made
}
