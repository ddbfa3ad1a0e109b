import type { Representation } from '../answer.js'
import type { ResourceKind } from '../../db/tables/index.js'

/** A value object as received. */
export type ValueInput = Record<string, unknown>

/** What a data type keeps of a value. */
export interface ValueContent {
  text?: string | null
  lang?: string | null
  uri?: string | null
  /** Id of the resource it points to, yet to be looked up. */
  linkedId?: number | null
}

/** A stored value, with what must be known of the resource it points to. */
export interface StoredValue {
  type: string
  text: string | null
  lang: string | null
  uri: string | null
  link: LinkedResource | null
}

export interface LinkedResource {
  id: number
  kind: ResourceKind
  /** What stands for the resource where it is named. */
  displayTitle: string
  /** Its primary media, when it has one that may be seen. */
  picture: { squareUrl: string, title: string, mediaType: string | null } | null
}

/** One kind of value: how it is taken in and how it is shown (contract/values.md §2–3). */
export interface DataType {
  readonly name: string
  readonly label: string
  /** Kinds of resource that a value may point to; absent when it points to none. */
  readonly links?: readonly ResourceKind[]
  /** What to keep of a value, or a sentence saying why it is not valid. */
  hydrate (input: ValueInput): ValueContent | string
  /** The keys that follow `is_public` and `@annotation`. */
  represent (value: StoredValue): Representation
}
