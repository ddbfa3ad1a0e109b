import { Readable } from 'node:stream'

/** Bytes `start` to `end` of a file, both included, counted from 0, as in a Range header (RFC 9110 §14). */
export interface ByteRange {
  start: number
  /** Absent: to the end. */
  end?: number
}

/** The content of a file: the path of a file on disk, bytes, or a stream. */
export type FileSource = string | Buffer | Readable

/**
 * Stores files under names such as `original/<id>.jpg` (see names.ts). A put is atomic: readers never see half a file,
 * and a failed put leaves nothing behind. Under names that names.ts cannot make, nothing is found, and a put throws a
 * TypeError.
 */
export interface FileStore {
  /** Stores a file, replacing an older one with that name. @returns its size in bytes. */
  put (name: string, source: FileSource): Promise<{ size: number }>
  /** The bytes of a file. Rejects with FileNotFoundError. */
  get (name: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes and time of the last put; null when there is no such file. */
  stat (name: string): Promise<{ size: number, modified: Date } | null>
  /** Removes a file; does nothing when there is none. */
  delete (name: string): Promise<void>
  /** Names that begin with `prefix`, in no particular order. */
  list (prefix: string): AsyncIterable<string>
  /** Public address of a file; null when the store has none, and Vitrine has to serve it. */
  address (name: string): string | null
  /** Releases locks and temporary folders. No put may be under way. */
  close (): Promise<void>
}

/** There is no file with that name in the store. */
export class FileNotFoundError extends Error {
  constructor (readonly file: string) {
    super(`There is no file ${file}.`)
    this.name = 'FileNotFoundError'
  }
}

/**
 * Lets a stream break off before anybody reads it: without a listener its error would end the process. Whoever reads it
 * later is given the error.
 */
export function awaitReader (source: FileSource): void {
  if (source instanceof Readable) source.on('error', () => {})
}
