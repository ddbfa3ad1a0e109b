import type { Actor } from './actor.js'

/** A query as PHP parses one: strings, lists and nested objects (docs/contract/search.md §1). */
export type QueryValue = string | QueryValue[] | { [key: string]: QueryValue }
export type Query = Record<string, QueryValue>

/** A value in a query of the programmatic API. It becomes text before filters see it (see toQuery). */
export type QueryInputValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryInputValue[]
  | { readonly [key: string]: QueryInputValue }
export type QueryInput = Readonly<Record<string, QueryInputValue>>

/** A JSON object or list as received. Lists are accepted where objects are (docs/contract/http.md §7). */
export type Payload = Record<string, unknown>

/** An uploaded file, already on disk. `index` is the text between the brackets of the field name `file[…]`. */
export interface Upload {
  field: string
  index: string | null
  filename: string
  path: string
  size: number
}

/**
 * A key of a payload, or a parameter of a search, that is ignored, and the name that was probably meant.
 *
 * With a `value`, that value is ignored, and `nearest` is its probable correction. `problem` describes the problem.
 */
export interface IgnoredKey { key: string, value?: string, nearest?: string, problem?: string }

/** The actor and the options of an operation. */
export interface Call {
  actor: Actor
  /** Base URL of the installation as the client sees it, without a slash at the end; absent: unknown. */
  base?: string
  /** Identifies the client (for example its IP address) in the queue of searches; absent: the account does. */
  client?: string
  /** Files of the request, in the order in which they arrived. */
  uploads?: readonly Upload[]
  /** Maximum number of values of one resource; absent: no limit. */
  valueLimit?: number
  /**
   * Refuse a write with invalid values instead of dropping them, and a search that is not completely understood
   * (`Prefer: handling=strict`, RFC 7240).
   */
  strict?: boolean
  /**
   * Called with keys of a payload that are ignored, because no such key exists or none of its values is valid, and
   * with parameters of a search that are not understood. With `strict`, the request is refused instead.
   */
  onIgnored?: (keys: readonly IgnoredKey[]) => void
  /** Called with each sentence about what will not work with a stored file: a picture that viewers cannot zoom into. */
  onWarning?: (message: string) => void
  /** Keys that listeners added to the representation, and that may be sent back with it. */
  listenerKeys?: ReadonlySet<string>
  /** Delete a built-in vocabulary, which is refused otherwise because it is probably a mistake. */
  force?: boolean
  /**
   * Called in the transaction of a write with the current resource (time of its last change, and JSON text with the
   * placeholder for the base URL). When it returns false, the write is refused with StaleError; `If-Match` uses it.
   */
  precondition?: (current: { modified: number | null, text: string }) => boolean
}

/** A call as a program makes it: without an actor it is anonymous. */
export type CallOptions<C extends Call = Call> = Omit<C, 'actor'> & { readonly actor?: Actor }

export interface ReadCall extends Call {
  /** Names of the members to return, as a list or separated by commas; absent: all. */
  fields?: QueryValue | undefined
}

export interface UpdateCall extends Call {
  /** true: fields that are missing in the payload stay (PATCH). false: the payload replaces the resource (PUT). */
  partial?: boolean
  /** What happens to existing values and memberships. REST always replaces them. */
  collectionAction?: 'replace' | 'append' | 'remove'
  /**
   * What the actor has read, if the payload is a changed copy of it: what does not differ stays as it is stored, also
   * what the actor does not see.
   */
  original?: Payload
}

export interface BatchCall extends UpdateCall {
  /**
   * Continue if a change fails, and report the failure in the result. Otherwise a failure rolls back the whole batch.
   */
  continueOnError?: boolean
}

/** Results of a batch, in the order of its requests: each an answer, or the error that stopped it. */
export interface BatchResult<T> {
  succeeded: number
  failed: number
  outcomes: Array<{ ok: true, id: number } | { ok: false, error: T }>
}

/** The result of slow work done before a transaction, with hooks for its commit and its failure. */
export interface Preparation<Prepared> {
  prepared: Prepared
  keep? (): Promise<void>
  discard? (): Promise<void>
}

/** Work to do after a change is committed, such as removing files that no row refers to any more. */
export type AfterCommit = () => Promise<void>
