import { noun, nouns } from '../text/nouns.js'
import { isNumeric } from './given.js'

/** Messages by key. Nested creations (media of an item) report a list of such objects under their key. */
export interface ErrorStore { [key: string]: Array<string | ErrorStore> }

/** Kinds of errors, named without reference to HTTP; plugins/reply/errors.ts maps each to a status. */
export type ErrorKind =
  'bad-request' | 'forbidden' | 'not-found' | 'not-allowed' | 'gone' | 'stale' | 'too-large' | 'invalid' | 'busy' | 'no-room' |
  'not-supported'

/**
 * Base class of all errors that are reported to clients: `errors` is one message under `error`, or messages by key.
 */
export class ApiError extends Error {
  constructor (readonly kind: ErrorKind, readonly errors: ErrorStore | { error: string }) {
    super(typeof errors.error === 'string' ? errors.error : JSON.stringify(errors))
    this.name = new.target.name
  }
}

/** The messages of an error without their keys, for people. */
export function messagesOf (errors: ErrorStore | { error: string }): string[] {
  return Object.values(errors)
    .flat()
    .flatMap((entry: string | ErrorStore) => (typeof entry === 'string' ? [entry] : messagesOf(entry)))
}

/** The request cannot be understood, for example because a parameter is malformed. */
export class BadRequestError extends ApiError {
  constructor (message: string) { super('bad-request', { error: message }) }
}

/** A query parameter cannot be understood; the message is under its name. */
export class ParameterError extends ApiError {
  constructor (name: string, message: string) { super('bad-request', { [name]: [message] }) }
}

/** Texts for privileges other than operations (docs/contract/acl.md §4–§5). */
const PRIVILEGES: Record<string, string> = {
  'change-owner': 'change the owner of',
  'change-role': 'change the role of',
  'change-role-admin': 'give the role of an administrator to',
  'activate-user': 'activate or deactivate',
  'add-page': 'add pages to',
  'can-assign-items': 'assign items to'
}

/** The actor may not do this (docs/contract/http.md §5). */
export class PermissionError extends ApiError {
  /**
   * @param target what the operation is about: `items`, `this item`. @param reason a sentence with the reason, unless
   * it is the role of the account.
   */
  constructor (privilege: string, target: string, reason?: string) {
    const sentence = `Permission denied for the current user to ${PRIVILEGES[privilege] ?? privilege} ${target}.`
    super('forbidden', { error: reason === undefined ? sentence : `${sentence} ${reason}` })
  }

  /** @param entity name of one resource of the type: `ItemSet`. */
  static ofType (privilege: string, entity: string, reason?: string): PermissionError {
    return new this(privilege, nouns(entity), reason)
  }

  static ofEntity (privilege: string, entity: string, reason?: string): PermissionError {
    // A resource to be created does not exist yet.
    return new this(privilege, privilege === 'create' ? `such a ${noun(entity)}` : `this ${noun(entity)}`, reason)
  }
}

/** The resource does not exist, or the actor may not see it. */
export class NotFoundError extends ApiError {
  constructor (message: string) { super('not-found', { error: message }) }

  /** @param id as in the request. */
  static entity (entity: string, id: unknown): NotFoundError {
    const name = noun(entity)
    const named = isNumeric(id) ? String(id) : JSON.stringify(id)
    return new this(`${name[0]!.toUpperCase()}${name.slice(1)} ${named} was not found.`)
  }
}

const DONE: Record<Operation, string> = {
  search: 'searched', read: 'read', create: 'created', update: 'changed', delete: 'deleted'
}

/** The resource type exists but does not support the operation; `allowed` lists the ones it supports. */
export class OperationError extends ApiError {
  constructor (
    entity: string,
    operation: Operation,
    readonly allowed: readonly Operation[]
  ) {
    const names = nouns(entity)
    super('not-allowed', { error: `${names[0]!.toUpperCase()}${names.slice(1)} cannot be ${DONE[operation]}.` })
  }
}

/**
 * Something that the client refers to no longer exists; the message, under the name of a parameter, says what to do.
 */
export class GoneError extends ApiError {
  constructor (name: string, message: string) { super('gone', { [name]: [message] }) }
}

/** The resource is not the one that the client read: a precondition (If-Match) failed. */
export class StaleError extends ApiError {
  constructor () { super('stale', { error: 'The resource has changed since it was read.' }) }
}

/** A limit is exceeded. */
export class TooLargeError extends ApiError {
  constructor (message: string) { super('too-large', { error: message }) }
}

/** The server is overloaded at the moment. */
export class BusyError extends ApiError {
  constructor (message = 'The server is busy. Try again in a moment.') { super('busy', { error: message }) }
}

/** The request is valid, but this server does not support it. */
export class NotSupportedError extends ApiError {
  constructor (message: string) { super('not-supported', { error: message }) }
}

/** The disk space for unfinished uploads of all accounts together is used up. */
export class NoRoomError extends ApiError {
  constructor () {
    super('no-room', { error: 'The server has no room for more uploads at the moment. Try again later.' })
  }
}

/** Machine-readable reason for refusing a value, for pages that show their own text in another language. */
export type Reason =
  | { is: 'required' | 'malformed' | 'too-short' | 'too-long' | 'too-common' | 'own-words' | 'taken' | 'wrong' | 'past' | 'last-administrator' | 'private' }
  /** @param wait seconds until the next attempt. */
  | { is: 'too-often', wait: number }

/** The payload is understood but not acceptable; messages are under the keys at fault. */
export class ValidationError extends ApiError {
  /** @param reasons by the same keys, for mistakes that people can make in forms. */
  constructor (errors: ErrorStore, readonly reasons: Readonly<Record<string, Reason>> = {}) { super('invalid', errors) }

  static because (key: string, reason: Reason, message: string): ValidationError {
    return new this({ [key]: [message] }, { [key]: reason })
  }

  static of (key: string, ...messages: string[]): ValidationError {
    return new this({ [key]: messages })
  }
}

export const OPERATIONS = ['search', 'read', 'create', 'update', 'delete'] as const
export type Operation = typeof OPERATIONS[number]

/** Collects messages by key while a payload is examined, so that one error reports all of them. */
export class ErrorCollector {
  readonly #errors: ErrorStore = Object.create(null) as ErrorStore
  readonly #reasons: Record<string, Reason> = Object.create(null) as Record<string, Reason>

  /** @param message one message, or a list of any length. @param reason only the first one per key is stored. */
  add (key: string, message: string | ErrorStore | ReadonlyArray<string | ErrorStore>, reason?: Reason): void {
    if (reason !== undefined) this.#reasons[key] ??= reason
    const messages = (this.#errors[key] ??= [])
    // Pushed one by one: spreading a long list into a call overflows the stack.
    for (const each of [message].flat()) messages.push(each)
  }

  has (key: string): boolean {
    return this.#errors[key] !== undefined
  }

  reasonOf (key: string): Reason | undefined {
    return this.#reasons[key]
  }

  /** Adds the messages of another store. */
  addAll (other: ErrorCollector): void {
    for (const [key, messages] of Object.entries(other.#errors)) this.add(key, messages, other.#reasons[key])
  }

  /** Adds the messages of an error. */
  addError ({ errors, reasons }: ValidationError): void {
    for (const [key, messages] of Object.entries(errors as ErrorStore)) this.add(key, messages, reasons[key])
  }

  /** Throws a ValidationError when anything was collected. */
  throwIfAny (): void {
    if (Object.keys(this.#errors).length > 0) throw new ValidationError({ ...this.#errors }, this.#reasons)
  }

  /** Throws an error about the parameters of the request when anything was collected. */
  throwIfAnyParameter (): void {
    if (Object.keys(this.#errors).length > 0) throw new ApiError('bad-request', { ...this.#errors })
  }
}

/** What work in another thread has come to. Errors lose their class on the way, so a refusal is sent in parts. */
export type Outcome<T> =
  | { result: T }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

export async function outcomeOf<T> (work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

/** @throws ApiError when the work was refused; its failure. */
export function resultOf<T> (outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw new ApiError(outcome.refusal.kind, outcome.refusal.errors)
  if ('failure' in outcome) throw outcome.failure
  return outcome.result
}
