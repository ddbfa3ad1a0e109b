/** A problem of a record. After a warning, a part of it is left out; after an error, all of it. */
export interface Problem {
  severity: 'error' | 'warning'
  /** Counted from 1. */
  line: number
  /** The unit of `line`: `line`, `row`. */
  unit: string
  message: string
}

/** A record cannot be imported: all its errors, and its label if that could be read. */
export class RecordError extends Error {
  constructor (readonly messages: readonly string[], readonly label?: string) {
    super(messages.join('; '))
    this.name = new.target.name
  }
}

/** An import could not start, or was stopped. */
export class ImportError extends Error {
  constructor (message: string) {
    super(message)
    this.name = new.target.name
  }
}
