import type { Readable } from 'node:stream'

/** Bytes `start` to `end` of a file, both included, counted from 0, as in a Range header (RFC 9110 §14). */
export interface ByteRange {
  start: number
  /** Absent: to the end. */
  end?: number
}

/** What a file can be put from: the path of a file on disk, bytes, or a stream. */
export type FileSource = string | Buffer | Readable

/**
 * Keeps files under names such as `original/<id>.jpg` (see names.ts). A put is whole or not at all: readers never
 * see half a file, and nothing is left of a put that failed. A name that names.ts could not have made stands for
 * nothing: there is nothing to get, and a put of it is refused with a TypeError.
 */
export interface FileStore {
  /** Stores a file, in place of an older one with that name. */
  put (name: string, source: FileSource): Promise<{ size: number }>
  /** The bytes of a file. Rejects with FileNotFoundError. */
  get (name: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes and time of the last put; null when there is no such file. */
  stat (name: string): Promise<{ size: number, modified: Date } | null>
  /** Removes a file; one that is not there is removed already. */
  delete (name: string): Promise<void>
  /** Names that begin with `prefix`, in no particular order: for a search for files that belong to nothing. */
  list (prefix: string): AsyncIterable<string>
  /** Public address of a file, when the store has one of its own; null when it is served by us. */
  address (name: string): string | null
  /** Gives up what the store holds in this process; for when no put is under way any more. */
  close (): Promise<void>
}

/** There is no file with that name in the store. */
export class FileNotFoundError extends Error {
  constructor (readonly file: string) {
    super(`There is no file ${file}.`)
    this.name = 'FileNotFoundError'
  }
}
