import { checkOperation, mayDo, viewerOf } from '../access/access.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import type { FacetCounts } from '../../schemas/shared/facets.js'
import type { Served } from '../cache/cache-check.js'
import { OneByOne } from '../../db/engine/in-turn.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import { ANONYMOUS, type Actor } from '../core/calls/actor.js'
import type {
  BatchCall, BatchResult, Call, CallOptions, IgnoredKey, Payload, Query, QueryInput, QueryValue, ReadCall, UpdateCall
} from '../core/calls/call.js'
import {
  BadRequestError, BusyError, NotFoundError, PermissionError, StaleError, type ApiError, type Operation
} from '../core/calls/errors.js'
import { listenedQuery, listName, search, untilIndexed, withAddedFilters, type Found } from './search.js'
import { withGivenScalars } from './given-scalars.js'
import { withMovedValues } from './moved-values.js'
import { countFacets } from '../search/facets/facets.js'
import { fieldPicker, fieldsOf, unknownFields, type Fields } from '../search/query/fields.js'
import { isJsonObject, toId } from '../core/calls/given.js'
import { OneResource } from './represent.js'
import { toQuery } from '../core/calls/query-input.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import type { ResourceApi } from '../resources/definition/resource-api.js'
import type { Consequences, ResourceType } from '../resources/definition/resource-type.js'
import { restSchemas, type RestSchemas } from '../resources/definition/rest-schemas.js'
import type { Services } from '../resources/definition/services.js'
import { forCall, TypeWrites, type BatchWrite } from './writes.js'
import { settleIgnored } from '../core/calls/unknown-keys.js'

/** One in this many answers is checked. */
const CHECK_EVERY_ANSWERS = 1000

/** Characters of a search that the log repeats when its cached answer was wrong. */
const KEY_MAX_CHARACTERS = 200

/** Maximal number of attempts to apply a patch, if requests other than patches change the resource in between. */
const MAX_PATCH_ATTEMPTS = 5

/**
 * Executes the operations of a resource type by its definition: checks access, does the work, builds the answer.
 */
export class Operations implements ResourceApi {
  readonly #type: ResourceType
  readonly #services: Services
  readonly #resources: OneResource
  readonly #changes: TypeWrites
  /** Patches of one resource wait for each other: each is applied to what the one before has left. */
  readonly #patches = new OneByOne<number>()
  /** Number of answers that may have come from the cache. */
  #answered = 0

  constructor (type: ResourceType, services: Services) {
    this.#type = withAddedFilters(type, services)
    this.#services = services
    this.#resources = new OneResource(this.#type)
    this.#changes = new TypeWrites(this.#type, services, this.#resources)
  }

  get name (): string { return this.#type.name }
  get operations (): readonly Operation[] { return this.#type.operations }
  get schemas (): RestSchemas { return restSchemas(this.#type) }

  async search (input?: QueryInput, options?: CallOptions): Promise<Answer<Found>> {
    return await this.searchNow(toQuery(input ?? {}), options)
  }

  searchNow (given: Query, options: CallOptions = {}): Answer<Found> | Promise<Answer<Found>> {
    const { actor = ANONYMOUS } = options
    checkOperation(actor, 'search', this.#type)
    const query = listenedQuery(this.#type, given, actor, this.#services)
    const { cache, collectionSettings } = this.#services
    const viewer = viewerOf(actor)
    const name = listName(this.#type, query, collectionSettings.latest.pageSize)
    // Cache keys include the viewer, and each setting that changes makes everything stale.
    const answer = query.fields !== undefined || query.sort_by === 'random' ? undefined : cache.currentList(viewer, name)
    if (answer === undefined) return this.#searchUncached(query, viewer, name, options)
    if (answer.ignored !== undefined) settleIgnored(answer.ignored, options)
    this.#checkSearchLater(actor, query)
    return answer as Answer<Found>
  }

  async #searchUncached (query: Query, viewer: Viewer, name: string, options: CallOptions): Promise<Answer<Found>> {
    const { actor = ANONYMOUS, client } = options
    await untilIndexed(this.#type, query, this.#services, true)
    const answer = await search(this.#type, query, await this.#services.reading(viewer, client), name)
    if (answer.ignored !== undefined || query.fields !== undefined) {
      settleIgnored([...answer.ignored ?? [], ...await this.#unknownFields(query.fields)], options)
    }
    if (query.sort_by !== 'random') this.#checkSearchLater(actor, query)
    return answer
  }

  #checkSearchLater (actor: Actor, query: Query): void {
    this.#checkLater(actor, query, async (context) => await search(this.#type, query, context))
  }

  /**
   * Whether an answer that is served is to be checked: not of an application's own types, which may differ each time.
   */
  #isCheckDue (): boolean {
    return ++this.#answered % CHECK_EVERY_ANSWERS === 0 && this.#type.isExtension !== true &&
      this.#services.extensions.representations === undefined
  }

  /** A context to check what is cached. @param isFresh whether to read everything from the database. */
  async #checking (actor: Actor, isFresh: boolean): Promise<ReadContext> {
    const context = await this.#services.readingNewest(viewerOf(actor))
    return isFresh ? { ...context, cache: undefined, withoutCache: true } : context
  }

  /**
   * Has an answer to a query checked, if it is one of those to check.
   *
   * @param make makes it in a context. @param isTooLong whether this takes too long without the cache.
   */
  #checkLater (
    actor: Actor, query: Query, make: (context: ReadContext) => Promise<Answer>, isTooLong = async () => false
  ): void {
    if (!this.#isCheckDue()) return
    this.#services.cacheCheck.check({
      key: `${this.name} ${JSON.stringify(query).slice(0, KEY_MAX_CHARACTERS)}`,
      cached: async () => await isTooLong() ? undefined : await make(await this.#checking(actor, false)),
      made: async () => await make(await this.#checking(actor, true))
    })
  }

  async facets (input: QueryInput, options: CallOptions = {}): Promise<Answer<FacetCounts>> {
    const { actor = ANONYMOUS, client } = options
    checkOperation(actor, 'search', this.#type)
    const { types, searchThreads } = this.#services
    const query = listenedQuery(this.#type, toQuery(input), actor, this.#services)
    await untilIndexed(this.#type, query, this.#services)
    const count = async (context: ReadContext): Promise<Answer> =>
      await countFacets(this.#type, query, context, mayDo(actor, 'read', types.named('users')))
    const answer = await count(await this.#services.reading(viewerOf(actor), client))
    settleIgnored(answer.ignored, options)
    // Without the cache, facets read the values of all resources: too long in a large collection.
    this.#checkLater(actor, query, count, searchThreads.isLarge)
    return answer as Answer<FacetCounts>
  }

  async read (id: string | number, options: CallOptions<ReadCall> = {}): Promise<Answer<Representation>> {
    settleIgnored(await this.#unknownFields(options.fields), options)
    return await this.readNow(id, options)
  }

  readNow (
    given: string | number, { actor = ANONYMOUS, fields }: CallOptions<ReadCall> = {}
  ): Answer<Representation> | Promise<Answer<Representation>> {
    checkOperation(actor, 'read', this.#type)
    const viewer = viewerOf(actor)
    const id = toId(given)
    const wanted = fields === undefined ? undefined : fieldsOf(fields)
    // Cache keys include the viewer, so access to a cached entry was already checked when it was made.
    const answer = id === undefined || this.#type.guardsReads === true
      ? undefined
      : this.#services.cache.representations(viewer, this.#type.name).get(id)
    if (answer === undefined) return this.#readUncached(given, actor, viewer, wanted)
    if (this.#isCheckDue()) this.#services.cacheCheck.check(this.#served(actor, viewer, id!))
    return wanted === undefined ? answer : fieldPicker(wanted)(answer)
  }

  async #readUncached (
    given: string | number, actor: Actor, viewer: Viewer, wanted: Fields | undefined
  ): Promise<Answer<Representation>> {
    const context = await this.#services.reading(viewer)
    const answer = await this.#resources.answer(context, await this.#resources.find(context, actor, 'read', given))
    return wanted === undefined ? answer : fieldPicker(wanted)(answer)
  }

  #served (actor: Actor, viewer: Viewer, id: number): Served {
    return {
      key: `${this.name} ${id}`,
      cached: async () => this.#services.cache.representations(viewer, this.#type.name).get(id),
      made: async () => {
        const context = await this.#checking(actor, true)
        try {
          return await this.#resources.answer(context, await this.#resources.find(context, actor, 'read', id))
        } catch (error) {
          if (error instanceof NotFoundError || error instanceof PermissionError) return undefined
          throw error
        }
      }
    }
  }

  async create (payload: Payload, options: CallOptions = {}): Promise<Answer<Representation>> {
    const call = callOf(options)
    checkOperation(call.actor, 'create', this.#type)
    // Represented inside the transaction, while the rows are in the page cache.
    return await this.#changes.run(this.#changes.creation(payload, this.#resources.answer), call)
  }

  async update (
    id: string | number, payload: Payload, options: CallOptions<UpdateCall> = {}
  ): Promise<Answer<Representation>> {
    const call = callOf(options)
    checkOperation(call.actor, 'update', this.#type)
    const { found, answer } = await this.#changes.run(this.#changes.change(id, payload, call), call)
    const updated = await this.#resources.answer(await this.#readingAfter(call, answer), found)
    return withGivenScalars(updated, payload)
  }

  async patch (
    id: string | number,
    change: (current: Answer<Representation>) => Payload,
    options: CallOptions<UpdateCall> = {}
  ): Promise<Answer<Representation>> {
    const call = callOf(options)
    checkOperation(call.actor, 'update', this.#type)
    return await this.#patches.run(Number(id), async () => {
      for (let attempt = 1; ; attempt++) {
        const context = await this.#services.readingToWrite(viewerOf(call.actor))
        const found = await this.#resources.find(context, call.actor, 'update', id)
        const current = await this.#resources.answer(context, found)
        const { template } = current
        let isDemandMet = true
        const precondition: Call['precondition'] = (now) => {
          isDemandMet = call.precondition?.(now) ?? true
          return isDemandMet && now.text === template
        }
        try {
          const changed: unknown = change(current)
          if (!isJsonObject(changed)) throw new BadRequestError('The patch must leave a JSON object.')
          // Links to it are not part of what can be written.
          const original = current.rest.json(call.base) as Payload
          return await this.update(id, withMovedValues(changed, original), { ...call, precondition, original })
        } catch (error) {
          if (!(error instanceof StaleError) || !isDemandMet) throw error
          // Not stale for the client: what it demanded was met.
          if (attempt === MAX_PATCH_ATTEMPTS) throw new BusyError('Other requests keep changing this. Try again in a moment.')
        }
      }
    })
  }

  async delete (id: string | number, options: CallOptions = {}): Promise<Answer<Representation>> {
    const call = callOf(options)
    checkOperation(call.actor, 'delete', this.#type)
    const show = async (context: ReadContext, found: number): Promise<Answer<Representation>> =>
      await this.#resources.answer({ ...context, isDeleted: true }, found)
    return await this.#changes.run(this.#changes.deletion(id, call, show), call)
  }

  async authorize (operation: Operation, { actor = ANONYMOUS }: CallOptions = {}, id?: string | number): Promise<void> {
    checkOperation(actor, operation, this.#type)
    if (id === undefined) return
    await this.#resources.find(await this.#services.readingToWrite(viewerOf(actor)), actor, operation, id)
  }

  async batchCreate (
    payloads: readonly Payload[],
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    checkOperation(call.actor, 'create', this.#type)
    const changes = payloads.map((payload) => this.#changes.creation(payload, async (_context, id) => id))
    return await this.#changes.runBatch(changes, call, (id) => id)
  }

  async batchUpdate (
    ids: ReadonlyArray<string | number>,
    payload: Payload,
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    checkOperation(call.actor, 'update', this.#type)
    const { batchKeys } = this.#type
    const isWritable = ([key]: [string, unknown]): boolean => !key.startsWith('o:') || batchKeys!.includes(key)
    const given = batchKeys === undefined ? payload : Object.fromEntries(Object.entries(payload).filter(isWritable))
    const changes = ids.map((id) => this.#changes.change(id, given, { ...call, partial: true }))
    return await this.#changes.runBatch(changes, call, ({ found }) => found)
  }

  async batchDelete (
    ids: ReadonlyArray<string | number>,
    options: CallOptions<BatchCall> = {}
  ): Promise<BatchResult<ApiError>> {
    const call = callOf(options)
    checkOperation(call.actor, 'delete', this.#type)
    const changes = ids.map((id) => this.#changes.deletion(id, call, async (_context, found) => found))
    return await this.#changes.runBatch(changes, call, (id) => id)
  }

  /** The definition of the type. */
  get type (): ResourceType { return this.#type }

  /**
   * One change of a batch, without its representation.
   *
   * @param id of the resource; absent: it is created. @throws PermissionError if the actor may never do this;
   * OperationError
   */
  changeOf (
    operation: Operation, id: string | number | undefined, payload: Payload, call: UpdateCall
  ): BatchWrite<number> {
    checkOperation(call.actor, operation, this.#type)
    const show = async (_context: ReadContext, shown: number): Promise<number> => shown
    if (id === undefined) return forCall(this.#changes.creation(payload, show), call)
    if (operation === 'delete') return this.#changes.deletion(id, call, show)
    const change = forCall(this.#changes.change(id, payload, call), call)
    return {
      ...change,
      async work (context, prepared) {
        const { result, ...consequences } = await change.work(context, prepared)
        return { ...consequences, result: result.found }
      }
    }
  }

  /** The names in `fields` that representations do not have; none where an application decides what they have. */
  async #unknownFields (given: QueryValue | undefined): Promise<IgnoredKey[]> {
    if (given === undefined) return []
    const { name, schemas } = this.#type
    const fields = fieldsOf(given)
    const isOpen = schemas === undefined || this.#services.extensions.representations?.[name] !== undefined
    if (fields === undefined || isOpen) return []
    return unknownFields(fields, schemas.representation, (await this.#services.store.terms()).properties)
  }

  /** A context without cache, for details that only the answer to this write shows. */
  async #readingAfter ({ actor }: Call, answer: Consequences['answer']): Promise<ReadContext> {
    const reading = await this.#services.readingToWrite(viewerOf(actor))
    return answer === undefined ? reading : { ...reading, ...answer, cache: undefined }
  }
}

/** The call with its actor, who is anonymous by default. */
function callOf<C extends Call> (options: CallOptions<C>): C {
  return { ...options, actor: options.actor ?? ANONYMOUS } as unknown as C
}
