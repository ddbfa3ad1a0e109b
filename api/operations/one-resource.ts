import { checkEntity } from '../access/access.js'
import type { Actor } from '../core/calls/actor.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import { NotFoundError, type Operation } from '../core/calls/errors.js'
import { toId } from '../core/text/numbers.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import { represent } from './represent.js'
import { visibleAmong } from '../search/query/selection.js'
import type { ResourceType } from '../resources/definition/resource-type.js'

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
