/**
 * What is wrong with a line of an import. A warning leaves something out of a record; an error leaves out the record.
 */
export interface Problem {
  severity: 'error' | 'warning'
  /** Counted from 1. */
  line: number
  message: string
}

/** A record that cannot be imported, with everything that is wrong with it, and its label where that can be read. */
export class RecordError extends Error {
  constructor (readonly messages: readonly string[], readonly label?: string) {
    super(messages.join('; '))
    this.name = new.target.name
  }
}

/** An import that cannot begin or was given up. */
export class ImportError extends Error {
  constructor (message: string) {
    super(message)
    this.name = new.target.name
  }
}
