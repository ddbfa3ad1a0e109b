import type { Representation } from '../core/answers/answer.js'
import type { ResourceKind } from '../../db/tables/index.js'

/** A value object as received. */
export type ValueInput = Record<string, unknown>

/** The parts of a value that are stored. */
export interface ValueContent {
  text?: string | null
  lang?: string | null
  uri?: string | null
  /** Id of the linked resource; the caller checks that it exists. */
  linkedId?: number | null
}

/** A stored value with what is shown of the linked resource. */
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
  /** Name of its type in addresses: `items`. */
  resourceName: string
  /** Its title, or the text that stands in for one. */
  displayTitle: string
  /** Its primary media; null when it has none that the viewer may see. */
  picture: { squareUrl: string, title: string, mediaType: string | null } | null
}

/** A data type: how a value is parsed from a payload and represented (docs/contract/values.md §2–3). */
export interface DataType {
  readonly name: string
  readonly label: string
  /** Kinds of resource that a value may link to; absent: values are not links. */
  readonly links?: readonly ResourceKind[]
  /** Returns what is stored of a value, or the message of an error. */
  hydrate (input: ValueInput): ValueContent | string
  /** Returns the keys that follow `is_public` and `@annotation`. */
  represent (value: StoredValue): Representation
}
