import type { Wanted } from '../http/session.js'
import type { Random } from '../random.js'

/** One attempt: a request that is well-formed HTTP, or bytes on a connection of their own. */
export type Attack = Wanted | RawAttack

export interface RawAttack {
  raw: Buffer
  /** Milliseconds after which the client disconnects; undefined where an answer is expected. */
  cutAfter?: number
}

/** Material for attacks: ids of existing resources, and files of several kinds. */
export interface Arsenal {
  ids: {
    items: number[]
    item_sets: number[]
    media: number[]
    site_pages: number[]
    sites: number[]
    vocabularies: number[]
  }
  files: ReadonlyArray<{ filename: string; content: Buffer }>
  /** Authorization header of an editor, for attacks that write their own headers. */
  editor: string
  /** Host and port of the server, for attacks that write their own headers. */
  host: string
}

/** A family of attacks. */
export interface Family {
  readonly name: string
  make (random: Random, arsenal: Arsenal): Attack
}
