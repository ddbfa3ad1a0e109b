import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../db/prepared.js'
import type { Committed } from '../db/store.js'
import { checkEntity, checkType, mayDo, viewerOf } from './access/access.js'
import type { Answer } from './answer.js'
import { ANONYMOUS, type Actor } from './access/actor.js'
import type {
  BatchCall, BatchResult, Call, CallOptions, Payload, QueryInput, ReadCall, UpdateCall
} from './call.js'
import {
  BadRequestError, NotFoundError, OperationError, StaleError, type ApiError, type Operation
} from './errors.js'
import { askedQuery, withAddedFilters } from './asked-query.js'
import { batchResultOf, forCall, runChanges, type Change, type Settled, type ShowChange } from './changes.js'
import { countFacets } from './search/facets/facets.js'
import { fieldsOf, pickFields } from './search/fields.js'
import { toId } from './numbers.js'
import { isObject } from './payload.js'
import { storing } from './storable.js'
import { toQuery } from './query-input.js'
import type { ReadContext } from './read-context.js'
import type { ResourceApi } from './resource-api.js'
import type { Consequences, ResourceType, ResourceWriter } from './resource-type.js'
import { answerOf, represent } from './represent.js'
import { search } from './search-answer.js'
import { restSchemas, type RestSchemas } from './rest-schemas.js'
import type { Services } from './services.js'
import { keysIn, settleUnknown, type Keys } from './unknown-keys.js'

/** How often a patch is retried because somebody else changed the resource meanwhile. */
const MAX_PATCH_ATTEMPTS = 5

/** A resource that an actor may change, at a version of the change log. */
interface Seen { readonly id: number, readonly version: number }

/**
 * Runs the operations of a resource type by its definition: access first, then the work, then the answer. That
 * representations have the type which the schemas declare is asserted here: the compiler cannot check it.
 */
export class Operations implements ResourceApi<any, Payload, QueryInput> {
  readonly #type: ResourceType
  readonly #services: Services
  /** The keys that payloads may have. */
  #keys: Keys | undefined
  /** Looks up a row that the viewer may see. */
  readonly #visible

  constructor (type: ResourceType, services: Services) {
    this.#type = withAddedFilters(type, services)
    const { table, scope, visible } = type
    this.#visible = prepared((database, viewer) => database.select({ id: table.id as never }).from(table)
      .where(and(eq(table.id, sql.placeholder('id')), scope, visible(viewer))).prepare())
    this.#services = services
  }

  get name (): string { return this.#type.name }
  get operations (): readonly Operation[] { return this.#type.operations }
  get schemas (): RestSchemas { return restSchemas(this.#type) }

  async search (input: QueryInput = {}, { actor = ANONYMOUS, client }: CallOptions = {}): Promise<Answer<any>> {
    this.#check(actor, 'search')
    const query = toQuery(input)
    return await search(
      this.#type,
      await askedQuery(this.#type, query, actor, this.#services, true),
      await this.#services.reading(viewerOf(actor), client),
      await this.#services.installation.pageSize()
    )
  }

  async facets (input: QueryInput, { actor = ANONYMOUS, client }: CallOptions = {}): Promise<Answer<any>> {
    this.#check(actor, 'search')
    const query = toQuery(input)
    return await countFacets(
      this.#type,
      await askedQuery(this.#type, query, actor, this.#services),
      await this.#services.reading(viewerOf(actor), client),
      mayDo(actor, 'read', this.#services.types.named('users'))
    )
  }

  async read (id: string | number, options: CallOptions<ReadCall> = {}): Promise<Answer<any>> {
    const cachedAnswer = this.readCached(id, options)
    if (cachedAnswer !== undefined) return cachedAnswer
    const { actor = ANONYMOUS, fields } = options
    const context = await this.#services.reading(viewerOf(actor))
    return pickFields(await this.#answer(context, await this.#find(context, actor, 'read', id)), fieldsOf(fields))
  }

  readCached (
    given: string | number,
    { actor = ANONYMOUS, fields }: CallOptions<ReadCall> = {}
  ): Answer<any> | undefined {
    this.#check(actor, 'read')
    const wanted = fieldsOf(fields)
    const id = toId(given)
    // Cache keys include the viewer, so an entry was already checked for access when it was made.
    const answer =
      id === undefined || this.#type.guardsReads === true
        ? undefined
        : this.#services.cache.representation(viewerOf(actor), this.#type.name, id)
    return answer && pickFields(answer, wanted)
  }

  async create (payload: Payload, options: CallOptions = {}): Promise<Answer<any>> {
    const call = callOf(options)
    this.#check(call.actor, 'create')
    // Represented inside the transaction, while the rows are still at hand.
    return await this.#one(this.#creation(payload, async (context, id) => await this.#answer(context, id)), call)
  }

  async update (id: string | number, payload: Payload, options: CallOptions<UpdateCall> = {}): Promise<Answer<any>> {
    const call = callOf(options)
    this.#check(call.actor, 'update')
    return await this.#update(id, payload, call)
  }

  async #update (id: string | number, payload: Payload, call: UpdateCall, seen?: Seen): Promise<Answer<any>> {
    const shown: Answer[] = []
    const { found, answer } = await this.#one(this.#change(id, payload, call, seen), call, async (context, result) => {
      const made = await this.#uncommitted({ ...context, ...result.answer }, result.found, result.answer === undefined)
      shown.push(made.answer)
      return made.committed
    })
    return shown[0] ?? await this.#answer(await this.#readingAfter(call, answer), found)
  }

  /** An answer made within a transaction, and what keeps it after the commit. @param isKept whether to cache it. */
  async #uncommitted (
    context: ReadContext, id: number, isKept: boolean
  ): Promise<{ answer: Answer, committed: Committed }> {
    const { name, entity, isCached } = this.#type
    const representation = (await this.#type.represent(context, [id])).get(id)
    if (representation === undefined) throw NotFoundError.entity(entity, id)
    const answer = answerOf(id, representation, context)
    const committed = (version: number): void => {
      if (isCached !== true || !isKept) return
      this.#services.cache.keepRepresentation(context.viewer, name, id, representation, () => answer, version)
    }
    return { answer, committed }
  }

  async patch (
    id: string | number,
    change: (current: Answer<any>) => Payload,
    options: CallOptions<UpdateCall> = {}
  ): Promise<Answer<any>> {
    const call = callOf(options)
    this.#check(call.actor, 'update')
    for (let attempt = 1; ; attempt++) {
      const context = await this.#services.readingNewest(viewerOf(call.actor))
      const { version } = this.#services.cache
      const found = await this.#find(context, call.actor, 'update', id)
      const current = await this.#answer(context, found)
      const { template } = current
      let isDemandMet = true
      const precondition: Call['precondition'] = (now) => {
        isDemandMet = call.precondition?.(now) ?? true
        return isDemandMet && now.text === template
      }
      try {
        const changed: unknown = change(current)
        if (!isObject(changed) || Array.isArray(changed)) {
          throw new BadRequestError('The patch must leave a JSON object.')
        }
        return await this.#update(id, changed, { ...call, precondition, keepsPlaces: true }, { id: found, version })
      } catch (error) {
        if (!(error instanceof StaleError) || !isDemandMet || attempt === MAX_PATCH_ATTEMPTS) throw error
      }
    }
  }

  async delete (id: string | number, options: CallOptions = {}): Promise<Answer<any>> {
    const call = callOf(options)
    this.#check(call.actor, 'delete')
    return await this.#one(
      this.#deletion(id, call, async (context, found) => await this.#answer({ ...context, isDeleted: true }, found)),
      call
    )
  }

  async authorize (operation: Operation, { actor = ANONYMOUS }: CallOptions = {}, id?: string | number): Promise<void> {
    this.#check(actor, operation)
    if (id !== undefined) await this.#find(await this.#services.readingNewest(viewerOf(actor)), actor, operation, id)
  }

  async batchCreate (
    payloads: readonly Payload[],
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    this.#check(call.actor, 'create')
    return batchResultOf(
      await this.#run(
        payloads.map((payload) => this.#creation(payload, async (_context, id) => id)),
        call,
        call.continueOnError
      ),
      (id) => id
    )
  }

  async batchUpdate (
    ids: ReadonlyArray<string | number>,
    payload: Payload,
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    this.#check(call.actor, 'update')
    const { batchKeys } = this.#type
    const given =
      batchKeys === undefined
        ? payload
        : Object.fromEntries(
          Object.entries(payload).filter(([key]) => !key.startsWith('o:') || batchKeys.includes(key))
        )
    const changes = ids.map((id) => this.#change(id, given, { ...call, partial: true }))
    return batchResultOf(await this.#run(changes, call, call.continueOnError), ({ found }) => found)
  }

  async batchDelete (
    ids: ReadonlyArray<string | number>,
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    this.#check(call.actor, 'delete')
    return batchResultOf(
      await this.#run(
        ids.map((id) => this.#deletion(id, call, async (_context, found) => found)),
        call,
        call.continueOnError
      ),
      (id) => id
    )
  }

  /** The definition that it runs. */
  get type (): ResourceType { return this.#type }

  /**
   * One change of many, without its answer.
   *
   * @param id of the resource; absent: it is created.
   * @throws PermissionError when the actor never may do this; OperationError
   */
  changeOf (operation: Operation, id: string | number | undefined, payload: Payload, call: UpdateCall): Change<number> {
    this.#check(call.actor, operation)
    const show = async (_context: ReadContext, shown: number): Promise<number> => shown
    if (id === undefined) return forCall(this.#creation(payload, show), call)
    if (operation === 'delete') return this.#deletion(id, call, show)
    const change = forCall(this.#change(id, payload, call), call)
    return {
      ...change,
      async work (context, prepared) {
        const { result, ...consequences } = await change.work(context, prepared)
        return { ...consequences, result: result.found }
      }
    }
  }

  /** A context without cache, for details that only the answer to this write shows. */
  async #readingAfter ({ actor }: Call, answer: Consequences['answer']): Promise<ReadContext> {
    const reading = await this.#services.readingNewest(viewerOf(actor))
    return answer === undefined ? reading : { ...reading, ...answer, cache: undefined }
  }

  get #writer (): ResourceWriter<unknown> {
    return this.#type.writer!
  }

  /** @throws PermissionError first, OperationError then (docs/contract/acl.md §2). */
  #check (actor: Actor, operation: Operation): void {
    checkType(actor, operation, this.#type)
    if (!this.#type.operations.includes(operation)) {
      throw new OperationError(this.#type.entity, operation, this.#type.operations)
    }
  }

  /** @throws NotFoundError when the actor may not see it, PermissionError when it may see but not change it. */
  async #find (context: ReadContext, actor: Actor, operation: Operation, given: string | number): Promise<number> {
    const { entity } = this.#type
    const { database, viewer } = context
    const id = toId(given)
    const row = id === undefined ? undefined : await this.#visible(database, viewer).get({ id, viewer: viewer.id })
    if (id === undefined || row === undefined) throw NotFoundError.entity(entity, given)
    checkEntity(actor, operation, this.#type, await this.#type.entityOf(context, id, actor))
    return id
  }

  async #answer (context: ReadContext, id: number): Promise<Answer> {
    const [answer] = await represent(this.#type, context, [id])
    if (answer === undefined) throw NotFoundError.entity(this.#type.entity, id)
    return answer
  }

  async #checkFresh (
    context: ReadContext, id: number, { precondition }: Call, seen: Answer | undefined = undefined
  ): Promise<void> {
    if (precondition === undefined) return
    const current = seen ?? this.#knownWithin(context, id) ?? await this.#answer(context, id)
    if (!precondition({ modified: current.modified, text: current.template })) throw new StaleError()
  }

  /** The representation that is cached, if the transaction has not changed it so far. */
  #knownWithin ({ viewer }: ReadContext, id: number): Answer | undefined {
    const { cache, store } = this.#services
    return cache.representationWithin(viewer, this.#type.name, id, (ids) => store.isUntouched(ids))
  }

  /** What was seen before the transaction, if nothing was written since by which others might see or change it. */
  #stillSeen (context: ReadContext, seen: Seen | undefined): Answer | undefined {
    const { version } = this.#services.cache
    return seen?.version === version ? this.#knownWithin(context, seen.id) : undefined
  }

  #creation<T>(payload: Payload, show: (context: ReadContext, id: number) => Promise<T>): Change<T> {
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

  /** @param seen what the actor may change, as was found just now. */
  #change (
    id: string | number, payload: Payload, call: UpdateCall, seen?: Seen
  ): Change<{ found: number } & Consequences> {
    return {
      operation: 'update',
      prepare: async (context) =>
        await this.#writer.prepare?.(context, payload, seen?.id ?? await this.#find(context, call.actor, 'update', id)),
      work: async (context, prepared) => {
        const current = this.#stillSeen(context, seen)
        const found = current === undefined ? await this.#find(context, call.actor, 'update', id) : seen!.id
        await this.#checkFresh(context, found, call, current)
        const carrying = { ...call, carried: await this.#carried(context, found) }
        const consequences = await storing(
          payload, async () => await this.#writer.update!(context, found, payload, carrying, prepared)
        )
        this.#settleKeys(payload, carrying)
        return { result: { found, ...consequences }, ...consequences }
      }
    }
  }

  /** After the write, so that access is decided first; the transaction undoes it. */
  #settleKeys (payload: Payload, call: Call): void {
    const { schemas: { input, representation } = {} } = this.#type
    // Those with values look at their keys as they read the values.
    if (input === undefined || input.patternProperties !== undefined) return
    settleUnknown(payload, this.#keys ??= keysIn(input, representation), call)
  }

  /** The keys of the representation where an application adds some, which may be sent back with it. */
  async #carried (context: ReadContext, id: number): Promise<ReadonlySet<string> | undefined> {
    if (context.listeners?.[this.#type.name] === undefined) return undefined
    return new Set(Object.keys((await this.#answer(context, id)).json() as object))
  }

  #deletion<T>(id: string | number, call: Call, show: (context: ReadContext, found: number) => Promise<T>): Change<T> {
    return {
      operation: 'delete',
      work: async (context) => {
        const found = await this.#find(context, call.actor, 'delete', id)
        await this.#checkFresh(context, found, call)
        const result = await show(context, found)
        return { result, ...await this.#writer.delete!(context, found) }
      }
    }
  }

  async #run<T>(changes: ReadonlyArray<Change<T>>, call: Call, continueOnError = false): Promise<Array<Settled<T>>> {
    return await runChanges(this.#services, this.#type.entity, changes, call, continueOnError)
  }

  async #one<T>(change: Change<T>, call: Call, show?: ShowChange<T>): Promise<T> {
    const [settled] = await runChanges(this.#services, this.#type.entity, [change], call, false, show)
    return (settled as { result: T }).result
  }
}

/** The call with its actor, who is anonymous by default. */
function callOf<C extends Call> (options: CallOptions<C>): C {
  return { ...options, actor: options.actor ?? ANONYMOUS } as unknown as C
}
