import type { Committed } from '../../db/open/store.js'
import { checkEntity } from '../access/access.js'
import type { Actor } from '../core/calls/actor.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import { NotFoundError, type Operation } from '../core/calls/errors.js'
import { NO_LINKS, type Links } from '../core/answers/links.js'
import { toId } from '../core/text/numbers.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import { answerOf, represent } from './represent.js'
import { visibleAmong } from '../search/query/selection.js'
import { patchLinks } from '../resources/shared/representation/reverse.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import type { Services } from '../resources/definition/services.js'

/** Finds and represents resources of a type, one at a time. */
export class OneResource {
  readonly #type: ResourceType
  readonly #services: Services

  constructor (type: ResourceType, services: Services) {
    this.#type = type
    this.#services = services
  }

  /**
   * @throws NotFoundError if the actor may not see the resource, PermissionError if it is visible but must not be
   * changed.
   */
  async find (context: ReadContext, actor: Actor, operation: Operation, given: string | number): Promise<number> {
    const { entity } = this.#type
    const id = toId(given)
    const isVisible = id !== undefined && (await visibleAmong(this.#type, context, [id])).length === 1
    if (!isVisible) throw NotFoundError.entity(entity, given)
    checkEntity(actor, operation, this.#type, await this.#type.entityOf(context, id, actor))
    return id
  }

  /** @throws NotFoundError */
  readonly answer = async (context: ReadContext, id: number): Promise<Answer<Representation>> => {
    const [answer] = await represent(this.#type, context, [id])
    if (answer === undefined) throw NotFoundError.entity(this.#type.entity, id)
    return answer as Answer<Representation>
  }

  /**
   * The answer for an uncommitted resource, and a function that caches it after the commit; undefined if so many
   * resources link to it that reading them would block other requests.
   *
   * @param allowsCaching whether to cache the answer.
   */
  async uncommitted (
    context: ReadContext, id: number, allowsCaching: boolean
  ): Promise<{ answer: Answer<Representation>, committed: Committed } | undefined> {
    const { name, entity, isCached } = this.#type
    let isLong = false
    const manyLinks = async (id: number): Promise<Links> => {
      const links = await this.#linksWithin(context, id)
      isLong ||= links === undefined
      return links ?? NO_LINKS
    }
    const representation = (await this.#type.represent({ ...context, manyLinks }, [id])).get(id)
    if (representation === undefined) throw NotFoundError.entity(entity, id)
    if (isLong) return undefined
    const answer = answerOf(id, representation, context)
    const committed = (version: number): void => {
      if (isCached !== true || !allowsCaching) return
      this.#services.cache.representations(context.viewer, name).add(id, representation, answer, version)
    }
    return { answer, committed }
  }

  /** The links to a resource within a transaction; undefined: no cached links that could be patched. */
  async #linksWithin (context: ReadContext, id: number): Promise<Links | undefined> {
    const { cache, store } = this.#services
    const known = cache.representations(context.viewer, this.#type.name).linksTo(id)
    const [before, within] = [known && cache.changes.touchedSince(known.version), store.touched]
    if (known === undefined || before === undefined || within === undefined) return undefined
    return await patchLinks(context, known.links, id, [...before, ...within])
  }
}
