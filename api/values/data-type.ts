import type { Representation } from '../core/answers/answer.js'
import type { ResourceKind } from '../../db/tables/index.js'

/** A value object as received. */
export type ValueInput = Record<string, unknown>

/** The stored parts of a value. */
export interface ValueContent {
  text?: string | null
  lang?: string | null
  uri?: string | null
  /** Id of the linked resource; the caller checks that it exists. */
  linkedId?: number | null
}

/** A stored value, with the displayed data of the linked resource. */
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
  /** Name of its type in URLs: `items`. */
  resourceName: string
  /** Its title, or a substitute text. */
  displayTitle: string
  /** Its primary media; null if the viewer may see none. */
  picture: { squareUrl: string, title: string, mediaType: string | null } | null
}

/** A data type: how a value is parsed from a payload and represented (docs/contract/values.md §2–3). */
export interface DataType {
  readonly name: string
  readonly label: string
  /** Kinds of resource that a value may link to; absent: values are not links. */
  readonly links?: readonly ResourceKind[]
  /** Returns the parts to store, or the message of an error. */
  hydrate (input: ValueInput): ValueContent | string
  /** Returns the keys that follow `is_public` and `@annotation`. */
  represent (value: StoredValue): Representation
}
