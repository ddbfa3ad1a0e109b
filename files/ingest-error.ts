/** Messages by key, as a client is shown them. */
export type IngestErrors = Record<string, string[]>

/** A file or an address was not acceptable. `errors` has the keys and messages of files.md §4, §6 and §8. */
export class IngestError extends Error {
  constructor (readonly errors: IngestErrors) {
    super(Object.values(errors).flat().join(' '))
    this.name = 'IngestError'
  }

  /** One message under one key. */
  static of (key: string, ...messages: string[]): IngestError {
    return new IngestError({ [key]: messages })
  }
}
