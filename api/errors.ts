/** Messages by key. Nested creations (media of an item) report a list of such objects under their key. */
export interface ErrorStore { [key: string]: Array<string | ErrorStore> }

/** What went wrong, without reference to HTTP; plugins/errors.ts maps each kind to a status. */
export type ErrorKind =
  'bad-request' | 'forbidden' | 'not-found' | 'not-allowed' | 'stale' | 'too-large' | 'invalid' | 'busy' | 'no-room'

/** Every refusal of the API. `errors` is what a client is shown: one message under `error`, or messages by key. */
export class ApiError extends Error {
  constructor (readonly kind: ErrorKind, readonly errors: ErrorStore | { error: string }) {
    super(typeof errors.error === 'string' ? errors.error : JSON.stringify(errors))
    this.name = new.target.name
  }
}

/** The sentences of a refusal, for people who do not see the keys. */
export function messagesOf (errors: ErrorStore | { error: string }): string[] {
  return Object.values(errors)
    .flat()
    .flatMap((entry: string | ErrorStore) => (typeof entry === 'string' ? [entry] : messagesOf(entry)))
}

/** The request itself cannot be understood: a malformed parameter. */
export class BadRequestError extends ApiError {
  constructor (message: string) { super('bad-request', { error: message }) }
}

/** A parameter of a query cannot be understood; the message stands under its name. */
export class ParameterError extends ApiError {
  constructor (name: string, message: string) { super('bad-request', { [name]: [message] }) }
}

/** The actor may not do this (docs/contract/http.md §5). `target` is an adapter or entity class name. */
export class PermissionError extends ApiError {
  constructor (privilege: string, target: string) {
    super('forbidden', { error: `Permission denied for the current user to ${privilege} the ${target} resource.` })
  }

  /** @param entity name of the resource type in messages. */
  static ofType (privilege: string, entity: string): PermissionError {
    return new this(privilege, `Omeka\\Api\\Adapter\\${entity}Adapter`)
  }
}

/** The resource does not exist, or the actor may not see it. */
export class NotFoundError extends ApiError {
  constructor (message: string) { super('not-found', { error: message }) }

  /** The message for an entity looked up by id; the id keeps the JSON type it was given in. */
  static entity (entity: string, id: unknown): NotFoundError {
    return new NotFoundError(`Omeka\\Entity\\${entity} entity with criteria ${JSON.stringify({ id })} not found`)
  }
}

/** The resource type exists but does not offer the operation; `allowed` names those it offers. */
export class OperationError extends ApiError {
  constructor (
    adapter: string,
    operation: Operation,
    readonly allowed: readonly Operation[]
  ) {
    super('not-allowed', {
      error: `The Omeka\\Api\\Adapter\\${adapter}Adapter adapter does not implement the ${operation} operation.`
    })
  }
}

/** The resource changed since the client read it (If-Match). */
export class StaleError extends ApiError {
  constructor () { super('stale', { error: 'The resource has changed since it was read.' }) }
}

/** More than a limit allows. */
export class TooLargeError extends ApiError {
  constructor (message: string) { super('too-large', { error: message }) }
}

/** The server is overloaded at the moment. */
export class BusyError extends ApiError {
  constructor (message = 'The server is busy. Try again in a moment.') { super('busy', { error: message }) }
}

/** The server has no room for more uploads at the moment, whoever sends them. */
export class NoRoomError extends ApiError {
  constructor () {
    super('no-room', { error: 'The server has no room for more uploads at the moment. Try again later.' })
  }
}

/** The payload is understood but not acceptable; messages are under the keys at fault. */
export class ValidationError extends ApiError {
  constructor (errors: ErrorStore) { super('invalid', errors) }

  static of (key: string, ...messages: string[]): ValidationError {
    return new ValidationError({ [key]: messages })
  }
}

export const OPERATIONS = ['search', 'read', 'create', 'update', 'delete'] as const
export type Operation = typeof OPERATIONS[number]

/** What a write refers to was deleted by somebody else while it was under way: its owner, for one. */
export class DeletedMeanwhileError extends ApiError {
  constructor () {
    super('invalid', { error: 'Something that this refers to has been deleted meanwhile. Nothing was changed.' })
  }
}

/** Collects messages by key while a payload is examined, to be thrown together. */
export class ErrorCollector {
  readonly #errors: ErrorStore = Object.create(null) as ErrorStore

  /** @param message one, or a list of any length. */
  add (key: string, message: string | ErrorStore | ReadonlyArray<string | ErrorStore>): void {
    const messages = (this.#errors[key] ??= [])
    // Not spread into one call: a list as long as a payload may make it exceeds what the stack holds.
    for (const each of Array.isArray(message)
      ? (message as Array<string | ErrorStore>)
      : [message as string | ErrorStore]) { messages.push(each) }
  }

  has (key: string): boolean {
    return this.#errors[key] !== undefined
  }

  /** Adds the messages of another store. */
  addAll (other: ErrorCollector): void {
    for (const [key, messages] of Object.entries(other.#errors)) this.add(key, messages)
  }

  /** Throws a ValidationError when anything was collected. */
  throwIfAny (): void {
    if (Object.keys(this.#errors).length > 0) throw new ValidationError({ ...this.#errors })
  }
}
