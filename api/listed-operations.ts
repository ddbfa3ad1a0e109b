import { checkType } from './access/access.js'
import { Answer } from './answer.js'
import type { Actor } from './access/actor.js'
import type { Call, Query, ReadCall } from './call.js'
import { NotFoundError, OperationError, type Operation } from './errors.js'
import type { ListedType } from './listed-type.js'
import { fieldsOf, thinned } from './search/fields.js'
import type { ResourceApi } from './resource-api.js'

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
    return this.readCached(id, call)
  }

  readCached (id: string | number, { actor, fields }: ReadCall): Answer {
    this.#check(actor, 'read')
    const found = this.#type.members().get(String(id)) ?? this.#type.unknown?.(String(id))
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

  #refuse ({ actor }: Call, operation: Operation): never {
    this.#check(actor, operation)
    throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }

  #check (actor: Actor, operation: Operation): void {
    checkType(actor, operation, this.#type)
    if (!this.#type.operations.includes(operation)) throw new OperationError(this.#type.entity, operation, this.#type.operations)
  }
}
