/** Messages for the client, by key. */
type IngestErrors = Record<string, string[]>

/** A file or URL was refused. `errors` has the keys and messages of docs/contract/files.md §4, §6 and §8. */
export class IngestError extends Error {
  constructor (readonly errors: IngestErrors) {
    super(Object.values(errors).flat().join(' '))
    this.name = 'IngestError'
  }

  /** An error with messages under one key. */
  static of (key: string, ...messages: string[]): IngestError {
    return new IngestError({ [key]: messages })
  }
}
