/**
 * A problem with a record of an import. After a warning part of the record is left out, after an error all of it.
 */
export interface Problem {
  severity: 'error' | 'warning'
  /** Counted from 1. */
  line: number
  /** What `line` counts: `line`, `row`. */
  unit: string
  message: string
}

/** A record that cannot be imported: all its errors, and its label if that could be read. */
export class RecordError extends Error {
  constructor (readonly messages: readonly string[], readonly label?: string) {
    super(messages.join('; '))
    this.name = new.target.name
  }
}

/** An import that could not start, or was stopped. */
export class ImportError extends Error {
  constructor (message: string) {
    super(message)
    this.name = new.target.name
  }
}
