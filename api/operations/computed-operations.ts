import { checkOperation } from '../access/access.js'
import { Answer, type AnswerFacts, type Mount, type Representation } from '../core/answers/answer.js'
import { ANONYMOUS } from '../core/calls/actor.js'
import type { CallOptions, IgnoredKey, Query, QueryInput, QueryValue, ReadCall } from '../core/calls/call.js'
import { NotFoundError, OperationError, type Operation } from '../core/calls/errors.js'
import type { ComputedType, Configuration } from '../resources/definition/computed-type.js'
import { fieldPicker, fieldsOf, unknownFields, type Fields } from '../search/query/fields.js'
import { DEFAULTS, toQuery } from '../core/calls/query-input.js'
import { addIgnored } from '../search/context/ignored.js'
import { ignoreUnknown } from '../search/query/selection.js'
import { settleIgnored } from '../core/calls/unknown-keys.js'
import type { Found } from './search.js'
import type { ResourceApi } from '../resources/definition/resource-api.js'
import { wholeListSchemas, type RestSchemas } from '../resources/definition/rest-schemas.js'

/** Parameters without effect: the first page is the whole list. */
const WITHOUT_EFFECT = new Map<string, QueryValue>(Object.entries(DEFAULTS))

function ignoredOf (query: Query): Pick<AnswerFacts, 'ignored'> {
  const ignored: IgnoredKey[] = []
  const names = Object.keys(query).filter((name) => query[name] !== '' && query[name] !== WITHOUT_EFFECT.get(name))
  ignoreUnknown(names, ['fields'], { ignore: (part) => { addIgnored(ignored, part) } })
  return ignored.length > 0 ? { ignored } : {}
}

/** The operations on a ComputedType (docs/contract/search.md §9.13). */
export class ComputedOperations implements ResourceApi {
  constructor (
    private readonly type: ComputedType, private readonly mount: Mount,
    private readonly configuration: () => Configuration
  ) {}

  get name (): string { return this.type.name }
  get operations (): readonly Operation[] { return this.type.operations }
  get schemas (): RestSchemas { return wholeListSchemas(this.type.entity, this.type.schemas) }

  async search (input?: QueryInput, options?: CallOptions): Promise<Answer<Found>> {
    return this.searchNow(toQuery(input ?? {}), options)
  }

  searchNow (query: Query, options: CallOptions = {}): Answer<Found> {
    checkOperation(options.actor ?? ANONYMOUS, 'search', this.type)
    const wanted = fieldsOf(query.fields)
    const pick = fieldPicker(wanted)
    const members = [...this.#members().values()].map((member) => pick(new Answer(JSON.stringify(member))).template)
    const answer = new Answer<Found>(`[${members.join(',')}]`, { mount: this.mount, ...ignoredOf(query) })
    settleIgnored([...answer.ignored ?? [], ...this.#unknownFields(wanted)], options)
    return answer
  }

  async facets (_query: unknown, { actor = ANONYMOUS }: CallOptions = {}): Promise<never> {
    checkOperation(actor, 'search', this.type)
    throw new NotFoundError(`There are no facets of "${this.name}".`)
  }

  async read (id: string | number, call: CallOptions<ReadCall> = {}): Promise<Answer<Representation>> {
    settleIgnored(this.#unknownFields(fieldsOf(call.fields)), call)
    return this.readNow(id, call)
  }

  readNow (id: string | number, { actor = ANONYMOUS, fields }: CallOptions<ReadCall> = {}): Answer<Representation> {
    checkOperation(actor, 'read', this.type)
    const found = this.#members().get(String(id)) ?? this.type.unknown?.(String(id))
    if (found === undefined) throw NotFoundError.entity(this.type.entity, id)
    return fieldPicker(fieldsOf(fields))(new Answer(JSON.stringify(found), { id, mount: this.mount }))
  }

  create = async (_payload: unknown, call?: CallOptions) => this.#refuse(call, 'create')
  update = async (_id: unknown, _payload: unknown, call?: CallOptions) => this.#refuse(call, 'update')
  patch = async (_id: unknown, _change: unknown, call?: CallOptions) => this.#refuse(call, 'update')
  delete = async (_id: unknown, call?: CallOptions) => this.#refuse(call, 'delete')
  batchCreate = async (_payloads: unknown, call?: CallOptions) => this.#refuse(call, 'create')
  batchUpdate = async (_ids: unknown, _payload: unknown, call?: CallOptions) => this.#refuse(call, 'update')
  batchDelete = async (_ids: unknown, call?: CallOptions) => this.#refuse(call, 'delete')

  async authorize (operation: Operation, { actor = ANONYMOUS }: CallOptions = {}): Promise<void> {
    checkOperation(actor, operation, this.type)
  }

  #unknownFields (fields: Fields | undefined): IgnoredKey[] {
    const { schemas } = this.type
    return fields === undefined || schemas === undefined ? [] : unknownFields(fields, schemas.representation, undefined)
  }

  #members (): ReadonlyMap<string, Representation> {
    return this.type.members(this.configuration())
  }

  #refuse ({ actor = ANONYMOUS }: CallOptions = {}, operation: Operation): never {
    checkOperation(actor, operation, this.type)
    throw new OperationError(this.type.entity, operation, this.type.operations)
  }
}
