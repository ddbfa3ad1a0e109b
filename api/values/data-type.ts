import type { Representation } from '../answer.js'
import type { ResourceKind } from '../../db/tables/index.js'

/** A value object as received. */
export type ValueInput = Record<string, unknown>

/** The parts of a value that are stored. */
export interface ValueContent {
  text?: string | null
  lang?: string | null
  uri?: string | null
  /** Id of the resource it points to, yet to be looked up. */
  linkedId?: number | null
}

/** A stored value, with the linked resource as far as it is shown. */
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
  /** Its title, or what is shown in place of one. */
  displayTitle: string
  /** Its primary media; null when it has none that the viewer may see. */
  picture: { squareUrl: string, title: string, mediaType: string | null } | null
}

/** One kind of value: how it is read from a payload and how it is represented (docs/contract/values.md §2–3). */
export interface DataType {
  readonly name: string
  readonly label: string
  /** Kinds of resource that a value may point to; absent when it points to none. */
  readonly links?: readonly ResourceKind[]
  /** The parts to store of a value, or a sentence that says why it is not valid. */
  hydrate (input: ValueInput): ValueContent | string
  /** The keys that follow `is_public` and `@annotation`. */
  represent (value: StoredValue): Representation
}
