import { Readable } from 'node:stream'

/** Bytes `start` to `end` of a file, both included, counted from 0, as in a Range header (RFC 9110 §14). */
export interface ByteRange {
  start: number
  /** Absent: to the end. */
  end?: number
}

/** The content of a file: a path on disk, bytes, or a stream. */
export type FileSource = string | Buffer | Readable

/**
 * Stores files under names such as `original/<id>.jpg` (see names.ts). A put is atomic: readers never see a part of a
 * file, and a failed put leaves nothing behind. A name that names.ts cannot produce is never found, and a put under it
 * throws a TypeError.
 */
export interface FileStore {
  /** Stores a file, replacing an existing one with that name. @returns its size in bytes. */
  put (name: string, source: FileSource): Promise<{ size: number }>
  /** The bytes of a file. Rejects with FileNotFoundError. */
  get (name: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes and time of the last put; null when there is no such file. */
  stat (name: string): Promise<{ size: number, modified: Date } | null>
  /** Removes a file; does nothing when there is none. */
  delete (name: string): Promise<void>
  /** Names that begin with `prefix`, in no particular order. */
  list (prefix: string): AsyncIterable<string>
  /** Local path of a file, for programs that read paths; null when the store is remote. */
  path (name: string): string | null
  /** Rejects when the files cannot be read or written now; an UnwritableFolderError names the folder. */
  check (): Promise<void>
  /** Releases locks and temporary folders. No put may be running. */
  close (): Promise<void>
}

export class FileNotFoundError extends Error {
  constructor (readonly file: string) {
    super(`There is no file ${file}.`)
    this.name = 'FileNotFoundError'
  }
}

/** The store is unreachable or overloaded, or refuses what it is asked. */
export class StoreUnreachableError extends Error {
  constructor (cause: unknown) {
    super(`The store of files cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StoreUnreachableError'
  }
}

/**
 * Adds an `error` listener to a stream, because a stream that fails before it is read would otherwise end the process.
 * Later readers still get the error.
 */
export function awaitReader (source: FileSource): void {
  if (source instanceof Readable) source.on('error', () => {})
}
