import type { Actor } from './access/actor.js'

/** A query as PHP reads one: strings, lists and nested objects (docs/contract/search.md §1). */
export type QueryValue = string | QueryValue[] | { [key: string]: QueryValue }
export type Query = Record<string, QueryValue>

/** What a program may give in place of the text in a query: it is written as text before any filter sees it. */
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

/** A file that arrived with a request, already on disk. `index` is the text between the brackets of `file[…]`. */
export interface Upload {
  field: string
  index: string | null
  filename: string
  path: string
  size: number
}

/** The actor and the options of an operation. */
export interface Call {
  actor: Actor
  /** Identifies a client, such as by its IP address, when searches queue: clients take turns. Absent: the account. */
  client?: string
  /** Files of the request, in the order in which they came. */
  uploads?: readonly Upload[]
  /** Most values of one resource, more are refused; absent: no limit. */
  valueLimit?: number
  /** Refuse a write that holds invalid values instead of dropping them (`Prefer: handling=strict`, RFC 7240). */
  strict?: boolean
  /** Allow what is otherwise refused as a likely mistake: to delete a built-in vocabulary. */
  force?: boolean
  /** A check of the current resource (If-Match): the write is refused with StaleError unless it returns true. */
  precondition?: (current: { modified: number | null, text: string }) => boolean
}

/** A call as a program makes it: without an actor it is anonymous. */
export type CallOptions<C extends Call = Call> = Omit<C, 'actor'> & { readonly actor?: Actor }

export interface ReadCall extends Call {
  /** Names of the members to be returned, as a list or separated by commas; absent: all. */
  fields?: QueryValue | undefined
}

export interface UpdateCall extends Call {
  /** true: keep what the payload does not name (PATCH). false: replace (PUT). */
  partial?: boolean
  /** What happens to values and memberships that are there already. REST always replaces. */
  collectionAction?: 'replace' | 'append' | 'remove'
}

export interface BatchCall extends UpdateCall {
  /** Continue with the others when one fails; failures are in the result. Otherwise a failure undoes everything. */
  continueOnError?: boolean
}

/** Results of a batch, in the order of its requests: each an answer, or the error that stopped it. */
export interface BatchResult<T> {
  succeeded: number
  failed: number
  outcomes: Array<{ ok: true, id: number } | { ok: false, error: T }>
}
