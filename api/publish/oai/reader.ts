import { and } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import type { Representation } from '../../core/answers/answer.js'
import { BASE } from '../../core/answers/base.js'
import { BUILT_IN } from '../../resources/built-in.js'
import type { ReadContext } from '../../resources/definition/read-context.js'
import { madeAtOnce, represent, withListeners } from '../../operations/represent.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { scopeOf, selectIds } from '../../search/query/selection.js'
import type { Services } from '../../resources/definition/services.js'
import { describeRecord, type Described } from './formats/described.js'

/**
 * Reads what is public. Items bypass the cache of representations, so that a harvester does not evict what visitors
 * use.
 */
export class PublicReader {
  constructor (private readonly services: Services, private readonly hasPages: boolean) {}

  async context (): Promise<ReadContext> {
    return { ...await this.services.readingNewest(ANONYMOUS_VIEWER), cache: undefined, withoutReverse: true }
  }

  /** Descriptions of items, by id; missing and hidden items are left out. @param base prefix of URLs. */
  async items (ids: readonly number[], context: ReadContext, base: string): Promise<Map<number, Described>> {
    const type = BUILT_IN.get('items')!
    const visible = await visibleOf(type, ids, context)
    const made = await madeAtOnce(type, context, visible) ?? await oneByOne(type, context, visible)
    return new Map([...made].map(([id, representation]) => {
      const text = JSON.stringify(withListeners(representation, context)).replaceAll(BASE, base)
      return [id, this.#described(JSON.parse(text) as Representation, context, base)]
    }))
  }

  /**
   * Descriptions of item sets, in order. These are cached: there are few, and finding the picture of a large set takes
   * long.
   */
  async itemSets (ids: readonly number[], base: string): Promise<Described[]> {
    const context = await this.services.readingNewest(ANONYMOUS_VIEWER)
    const type = BUILT_IN.get('item_sets')!
    const answers = await represent(type, context, await visibleOf(type, ids, context))
    return answers.map((answer) => this.#described(answer.json(base) as Representation, context, base))
  }

  #described (representation: Representation, { terms }: ReadContext, base: string): Described {
    return describeRecord(representation, terms, { base, hasPages: this.hasPages })
  }
}

async function visibleOf (type: ResourceType, ids: readonly number[], context: ReadContext): Promise<number[]> {
  const visible = new Set(await selectIds(type, context, and(scopeOf(type, context), isOneOf(type.table.id, ids))))
  return ids.filter((id) => visible.has(id))
}

async function oneByOne (type: ResourceType, context: ReadContext, ids: readonly number[]) {
  const made = new Map<number, Representation>()
  for (const id of ids) {
    for (const [, representation] of await type.represent(context, [id])) made.set(id, representation)
  }
  return made
}
