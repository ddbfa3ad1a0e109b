import { checkType } from './access/access.js'
import { Answer, type Representation } from './answer.js'
import type { Actor } from './access/actor.js'
import type { Call, Query, ReadCall } from './call.js'
import { NotFoundError, OperationError, type Operation } from './errors.js'
import type { ComputedType, Configuration } from './computed-type.js'
import { fieldsOf, thinned } from './search/fields.js'
import type { ResourceApi } from './resource-api.js'

/** Serves a ComputedType (docs/contract/search.md §9.13). */
export class ComputedOperations implements ResourceApi {
  readonly #type: ComputedType
  readonly #configuration: () => Configuration

  constructor (type: ComputedType, configuration: () => Configuration) {
    this.#type = type
    this.#configuration = configuration
  }

  get name (): string { return this.#type.name }
  get operations (): readonly Operation[] { return this.#type.operations }

  async search ({ fields }: Query, { actor }: Call): Promise<Answer> {
    this.#check(actor, 'search')
    const wanted = fieldsOf(fields)
    const members = [...this.#members().values()].map((member) => thinned(new Answer(JSON.stringify(member)), wanted).template)
    return new Answer(`[${members.join(',')}]`)
  }

  async facets (_query: Query, { actor }: Call): Promise<Answer> {
    this.#check(actor, 'search')
    throw new NotFoundError(`There are no facets of "${this.name}".`)
  }

  async read (id: string | number, call: ReadCall): Promise<Answer> {
    return this.readCached(id, call)
  }

  readCached (id: string | number, { actor, fields }: ReadCall): Answer {
    this.#check(actor, 'read')
    const found = this.#members().get(String(id)) ?? this.#type.unknown?.(String(id))
    if (found === undefined) throw NotFoundError.entity(this.#type.entity, id)
    return thinned(new Answer(JSON.stringify(found), { id }), fieldsOf(fields))
  }

  create = async (_payload: unknown, call: Call) => this.#refuse(call, 'create')
  update = async (_id: unknown, _payload: unknown, call: Call) => this.#refuse(call, 'update')
  patch = async (_id: unknown, _change: unknown, call: Call) => this.#refuse(call, 'update')
  delete = async (_id: unknown, call: Call) => this.#refuse(call, 'delete')
  batchCreate = async (_payloads: unknown, call: Call) => this.#refuse(call, 'create')
  batchUpdate = async (_ids: unknown, _payload: unknown, call: Call) => this.#refuse(call, 'update')
  batchDelete = async (_ids: unknown, call: Call) => this.#refuse(call, 'delete')

  async authorize (operation: Operation, { actor }: Call): Promise<void> {
    this.#check(actor, operation)
  }

  #members (): ReadonlyMap<string, Representation> {
    return this.#type.members(this.#configuration())
  }

  #refuse ({ actor }: Call, operation: Operation): never {
    this.#check(actor, operation)
    throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }

  #check (actor: Actor, operation: Operation): void {
    checkType(actor, operation, this.#type)
    if (!this.#type.operations.includes(operation)) throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }
}
