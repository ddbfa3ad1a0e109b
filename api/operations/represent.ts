import { setImmediate as nextTurn } from 'node:timers/promises'
import { filterIds } from '../../db/query/statements/id-sets.js'
import { checkEntity } from '../access/access.js'
import { Answer, type Representation } from '../core/answers/answer.js'
import { BASE } from '../core/answers/base.js'
import type { Actor } from '../core/calls/actor.js'
import { NotFoundError, ParameterError, type Operation } from '../core/calls/errors.js'
import { LinkedAnswer, REVERSE } from '../core/answers/linked-answer.js'
import { Links } from '../core/answers/links.js'
import { Turns } from '../core/sequence/turns.js'
import { toId } from '../core/calls/given.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import { currentLinks } from '../resources/shared/representation/reverse.js'
import { visibleAmong } from '../search/query/selection.js'
import { LongTextsError } from '../values/represent.js'

/** Number of resources represented before other requests are served. */
const BATCH_RESOURCES = 200

/** Maximum number of characters of a list; V8 limits a string to 2 ** 29. */
const LIST_MAX_CHARACTERS = 2 ** 28

/** Finds and represents resources of a type, one at a time. */
export class OneResource {
  constructor (private readonly type: ResourceType) {}

  /**
   * @throws NotFoundError if the actor may not see the resource, PermissionError if it is visible but must not be
   * changed.
   */
  async find (context: ReadContext, actor: Actor, operation: Operation, given: string | number): Promise<number> {
    const { entity } = this.type
    const id = toId(given)
    const isVisible = id !== undefined && (await visibleAmong(this.type, context, [id])).length === 1
    if (!isVisible) throw NotFoundError.entity(entity, given)
    checkEntity(actor, operation, this.type, await this.type.entityOf(context, id, actor))
    return id
  }

  /** @throws NotFoundError */
  readonly answer = async (context: ReadContext, id: number): Promise<Answer<Representation>> => {
    const [answer] = await represent(this.type, context, [id])
    if (answer === undefined) throw NotFoundError.entity(this.type.entity, id)
    return answer as Answer<Representation>
  }
}

/**
 * Representations in the order of the ids, from the cache if possible; ids that do not exist are left out.
 *
 * @param before representations that this viewer was shown earlier, reused if they are still valid.
 */
export async function represent (
  type: ResourceType, context: ReadContext, ids: readonly number[], before: readonly Answer[] = [], isAgain = false
): Promise<Answer[]> {
  const cache = type.isCached === true ? context.cache : undefined
  const cached = cache?.representations(context.viewer, type.name)
  const version = context.version ?? cached?.version ?? 0
  const shown = new Map<Answer['id'], Answer>()
  for (const answer of before) shown.set(answer.id, answer)
  const answers = cached?.current(ids, shown) ?? new Map<number, Answer>()
  const missing: number[] = []
  const linksTo = async (id: number): Promise<Links> =>
    await currentLinks(context, cache!, id, cached!.linksTo(id, shown.get(id)))
  for (const id of ids) {
    if (answers.has(id)) continue
    const answer = await cached?.withLinks(id, shown.get(id), async () => await linksTo(id), version)
    if (answer === undefined) missing.push(id)
    else answers.set(id, answer)
  }
  if (missing.length > 0) {
    // The identical context object if nothing is added, because data that a write has recorded for its answer is found
    // by it.
    const made = await madeAtOnce(type, cache === undefined ? context : { ...context, manyLinks: linksTo }, missing)
    if (made === undefined) return await inBatches(type, context, ids, 1, before)
    const isShown = await shownNow(type, context, made)
    for (const [id, representation] of made) {
      if (!isShown(id)) continue
      const answer = answerOf(id, representation, context)
      answers.set(id, cached?.add(id, representation, answer, version) ?? answer)
    }
  }
  if (context.mayBeBehind === true || (context.cache?.version ?? version) === version) return inOrder(ids, answers)
  // Other requests that were served since this one began may have hidden some of the resources.
  const visible = await stillVisible(type, context, ids, version)
  return isAgain ? inOrder(visible, answers) : await represent(type, context, visible, [...answers.values()], true)
}

function inOrder (ids: readonly number[], answers: ReadonlyMap<number, Answer>): Answer[] {
  const found: Answer[] = []
  for (const id of ids) if (answers.has(id)) found.push(answers.get(id)!)
  return found
}

/**
 * Checks which of the new representations the viewer may see. Another process may have hidden a resource after this
 * one found it, so that its rows show a hidden resource.
 */
async function shownNow (
  type: ResourceType, context: ReadContext, made: ReadonlyMap<number, Representation>
): Promise<(id: number) => boolean> {
  const { mayBeBehind = false, isDeleted = false, viewer } = context
  if (!mayBeBehind || isDeleted || viewer.viewsAll) return () => true
  const visible = new Set(await visibleAmong(type, context, [...made.keys()]))
  // Public again, but read while it was private. What `o:is_public` means for an application's type is not known.
  const wasPrivate = (id: number): boolean =>
    type.isAdded !== true && viewer.id === null && made.get(id)!['o:is_public'] === false
  return (id) => visible.has(id) && !wasPrivate(id)
}

/** Representations by id; undefined if several have long texts, which need too much memory together. */
export async function madeAtOnce (
  type: ResourceType, context: ReadContext, ids: readonly number[]
): Promise<ReadonlyMap<number, Representation> | undefined> {
  try {
    return await type.represent(context, ids)
  } catch (error) {
    if (error instanceof LongTextsError) return undefined
    throw error
  }
}

/**
 * Represents any number of resources in batches, between which other requests are served.
 *
 * @param show what to show of each, so that only this takes memory until the list is complete; absent: all.
 * @throws ParameterError if the list would be too long for one answer.
 */
export async function representMany (
  type: ResourceType,
  context: ReadContext,
  ids: readonly number[],
  before: readonly Answer[] = [],
  show?: (answer: Answer) => Answer
): Promise<Answer[]> {
  return ids.length <= BATCH_RESOURCES && show === undefined
    ? await represent(type, context, ids, before)
    : await inBatches(type, context, ids, BATCH_RESOURCES, before, show)
}

/**
 * Represents `size` resources at a time, and lets other requests be served before each batch. @throws ParameterError
 */
async function inBatches (
  type: ResourceType, context: ReadContext, ids: readonly number[], size: number, before: readonly Answer[],
  show = (answer: Answer) => answer
): Promise<Answer[]> {
  const version = context.version ?? context.cache?.version
  const turns = new Turns()
  const all: Answer[] = []
  let length = 0
  for (let at = 0; at < ids.length; at += size) {
    await nextTurn()
    const batch = await stillVisible(type, context, ids.slice(at, at + size), version)
    for (const answer of await represent(type, context, batch, before)) {
      const shown = show(answer)
      all.push(shown)
      length += shown.length
      // To show a few fields of a large resource takes long.
      await turns.next()
    }
    if (length > LIST_MAX_CHARACTERS) {
      throw new ParameterError(
        'per_page',
        `${ids.length} resources are more than one answer can hold. Ask for fewer on a page.`
      )
    }
  }
  return all
}

/** Leaves out ids that writes since a version of the change log have hidden from the viewer. */
export async function stillVisible (
  type: ResourceType, context: ReadContext, ids: readonly number[], version: number | undefined
): Promise<readonly number[]> {
  if (context.cache?.version === version) return ids
  return filterIds(ids, new Set(await visibleAmong(type, context, ids)))
}

function answerOf (id: number, representation: Representation, context: ReadContext): Answer<Representation> {
  const shown = withListeners(representation, context)
  const facts = { id, modified: modifiedOf(representation), mount: context.mount }
  const links = shown[REVERSE]
  if (links instanceof Links) return LinkedAnswer.of(shown, links, facts)
  return new Answer(JSON.stringify(context.isDeleted === true ? withoutId(shown) : shown), facts)
}

/**
 * Applies the application's listeners to a representation. In a list of several types, the listener is that of the
 * type in the URL.
 */
export function withListeners (representation: Representation, { listeners }: ReadContext): Representation {
  if (listeners === undefined) return representation
  const name = String(representation['@id']).slice(`${BASE}/api/`.length).split('/', 1)[0]!
  if (!Object.hasOwn(listeners, name)) return representation
  const links = representation[REVERSE]
  return listeners[name]!(links instanceof Links ? { ...representation, [REVERSE]: links.toJSON() } : representation)
}

/**
 * A deleted resource is represented with the URL of its type, because its own is gone (docs/contract/resources.md
 * §14).
 */
function withoutId (representation: Representation): Representation {
  const address = String(representation['@id'])
  return { ...representation, '@id': address.slice(0, address.lastIndexOf('/')), 'o:id': null }
}

/** `o:modified` of a representation, in seconds since 1970. */
function modifiedOf ({ 'o:modified': modified }: Representation): number | null {
  const text = (modified as Representation | null | undefined)?.['@value']
  return typeof text === 'string' ? Date.parse(text) / 1000 : null
}
