import { checkType, type Entity } from './access/access.js'
import { Answer, type Representation } from './answer.js'
import type { Actor } from './access/actor.js'
import type { Call, Query, ReadCall } from './call.js'
import { NotFoundError, OperationError, type Operation } from './errors.js'
import { envelope } from './resources/shared/addresses.js'
import { fieldsOf, thinned } from './search/fields.js'
import type { ResourceApi } from './resource-api.js'

/** A resource type whose members are no rows: they are listed whole, without total, and only read. */
export interface ListedType {
  readonly name: string
  readonly entity: string
  readonly operations: readonly Operation[]
  /** Who may do what, in a type that an application adds; without an entity, whether the actor may ever do this. */
  allows? (actor: Actor, operation: Operation, entity?: Entity): boolean
  /** Members by id, in the order of the list. */
  members (): ReadonlyMap<string, Representation>
  /** What a member without an entry is; absent: there is none (404). */
  unknown? (id: string): Representation
}

/** Serves a ListedType (contract/search.md §9.13). */
export class ListedOperations implements ResourceApi {
  readonly #type: ListedType

  constructor (type: ListedType) {
    this.#type = type
  }

  get name (): string { return this.#type.name }
  get operations (): readonly Operation[] { return this.#type.operations }

  async search ({ fields }: Query, { actor }: Call): Promise<Answer> {
    this.#check(actor, 'search')
    const wanted = fieldsOf(fields)
    return new Answer(`[${[...this.#type.members().values()].map((member) => thinned(new Answer(JSON.stringify(member)), wanted).template).join(',')}]`)
  }

  async facets (_query: Query, { actor }: Call): Promise<Answer> {
    this.#check(actor, 'search')
    throw new NotFoundError(`There are no facets of "${this.name}".`)
  }

  async read (id: string | number, call: ReadCall): Promise<Answer> {
    return this.recall(id, call)
  }

  recall (id: string | number, { actor, fields }: ReadCall): Answer {
    this.#check(actor, 'read')
    const found = this.#type.members().get(String(id)) ?? this.#type.unknown?.(String(id))
    if (found === undefined) throw NotFoundError.entity(this.#type.entity, id)
    return thinned(new Answer(JSON.stringify(found), { id }), fieldsOf(fields))
  }

  create = async (_payload: unknown, call: Call) => this.#refuse(call, 'create')
  update = async (_id: unknown, _payload: unknown, call: Call) => this.#refuse(call, 'update')
  delete = async (_id: unknown, call: Call) => this.#refuse(call, 'delete')
  batchCreate = async (_payloads: unknown, call: Call) => this.#refuse(call, 'create')
  batchUpdate = async (_ids: unknown, _payload: unknown, call: Call) => this.#refuse(call, 'update')
  batchDelete = async (_ids: unknown, call: Call) => this.#refuse(call, 'delete')

  #refuse ({ actor }: Call, operation: Operation): never {
    this.#check(actor, operation)
    throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }

  #check (actor: Actor, operation: Operation): void {
    checkType(actor, operation, this.#type)
    if (!this.#type.operations.includes(operation)) throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }
}

/** Members made from ids and what each shows besides them. */
export function listed (name: string, type: string, members: Iterable<readonly [id: string, facts: Representation]>): Map<string, Representation> {
  return new Map([...members].map(([id, facts]) => [id, { ...envelope(name, type, id), ...facts }]))
}
