import type { Answer } from '../core/answers/answer.js'
import type { Call, Payload, UpdateCall } from '../core/calls/call.js'
import type { BatchWrite } from './write-batch.js'
import { StaleError } from '../core/calls/errors.js'
import type { OneResource } from './one-resource.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import type { Consequences, ResourceType, ResourceWriter } from '../resources/definition/resource-type.js'
import type { Services } from '../resources/definition/services.js'
import { storing } from '../core/calls/storable.js'
import { keysIn, settleUnknown, type Keys } from '../core/calls/unknown-keys.js'

/** A resource that an actor may change, at a version of the change log. */
export interface Seen { readonly id: number, readonly version: number }

/** The changes of resources of one type, to be executed in a transaction. Access to the type was checked before. */
export class TypeWrites {
  readonly #type: ResourceType
  readonly #services: Services
  readonly #resources: OneResource
  /** The keys that payloads may have. */
  #keys: Keys | undefined

  constructor (type: ResourceType, services: Services, resources: OneResource) {
    this.#type = type
    this.#services = services
    this.#resources = resources
  }

  creation<T>(payload: Payload, show: (context: ReadContext, id: number) => Promise<T>): BatchWrite<T> {
    return {
      operation: 'create',
      prepare: async (context) => await this.#writer.prepare?.(context, payload, undefined),
      work: async (context, prepared) => {
        const id = await storing(payload, async () => await this.#writer.create!(context, payload, prepared))
        this.#settleKeys(payload, context.call)
        return { result: await show(context, id) }
      }
    }
  }

  /** @param seen a resource that the actor may change, according to a check just before. */
  change (
    id: string | number, payload: Payload, call: UpdateCall, seen?: Seen
  ): BatchWrite<{ found: number } & Consequences> {
    return {
      operation: 'update',
      prepare: async (context) => await this.#writer.prepare?.(
        context, payload, seen?.id ?? await this.#resources.find(context, call.actor, 'update', id)
      ),
      work: async (context, prepared) => {
        const current = this.#stillSeen(context, seen)
        const found = current === undefined ? await this.#resources.find(context, call.actor, 'update', id) : seen!.id
        await this.#checkFresh(context, found, call, current)
        const withListenerKeys = { ...call, listenerKeys: await this.#listenerKeys(context, found) }
        const consequences = await storing(
          payload, async () => await this.#writer.update!(context, found, payload, withListenerKeys, prepared)
        )
        this.#settleKeys(payload, withListenerKeys)
        return { result: { found, ...consequences }, ...consequences }
      }
    }
  }

  deletion<T>(
    id: string | number, call: Call, show: (context: ReadContext, found: number) => Promise<T>
  ): BatchWrite<T> {
    return {
      operation: 'delete',
      work: async (context) => {
        const found = await this.#resources.find(context, call.actor, 'delete', id)
        await this.#checkFresh(context, found, call)
        const result = await show(context, found)
        return { result, ...await this.#writer.delete!(context, found) }
      }
    }
  }

  get #writer (): ResourceWriter<unknown> {
    return this.#type.writer!
  }

  async #checkFresh (
    context: ReadContext, id: number, { precondition }: Call, seen: Answer | undefined = undefined
  ): Promise<void> {
    if (precondition === undefined) return
    const current = seen ?? this.#knownWithin(context, id) ?? await this.#resources.answer(context, id)
    if (!precondition({ modified: current.modified, text: current.template })) throw new StaleError()
  }

  /** The cached representation, if the transaction has not changed it so far. */
  #knownWithin ({ viewer }: ReadContext, id: number): Answer | undefined {
    const { cache, store } = this.#services
    return cache.representations(viewer, this.#type.name).get(id, (ids) => store.isUntouched(ids))
  }

  /** The answer seen before the transaction, if no write since then may have changed it or the access to it. */
  #stillSeen (context: ReadContext, seen: Seen | undefined): Answer | undefined {
    const { version } = this.#services.cache
    return seen?.version === version ? this.#knownWithin(context, seen.id) : undefined
  }

  /** Called after the write, so that access is checked first; an error rolls the write back. */
  #settleKeys (payload: Payload, call: Call): void {
    const { schemas: { input, representation } = {} } = this.#type
    // Types with values check their keys when they read the values.
    if (input === undefined || input.patternProperties !== undefined) return
    settleUnknown(payload, this.#keys ??= keysIn(input, representation), call)
  }

  /**
   * The keys of the representation, if listeners of the application may have added some, which a client may send back.
   */
  async #listenerKeys (context: ReadContext, id: number): Promise<ReadonlySet<string> | undefined> {
    if (context.listeners?.[this.#type.name] === undefined) return undefined
    return new Set(Object.keys((await this.#resources.answer(context, id)).json() as object))
  }
}
