import { nearestName } from '../../core/text/nearest-name.js'

/**
 * A problem of a record. After a warning, a part of the record is left out; after an error, all of it; after a
 * conflict, the record stays as it was changed here.
 */
export interface Problem {
  severity: 'error' | 'warning' | 'conflict'
  /** Counted from 1; 0: it is not related to a place in the file. */
  line: number
  /** The unit of `line`: `line`, `row`. */
  unit: string
  /** Resource type and id of the record in its source, if records have them there. */
  type?: string
  id?: number
  message: string
}

/** A problem without its place: severity, record and message. */
export function problemText ({ severity, type, id, message }: Problem): string {
  const record = type === undefined ? '' : `${type}${id === undefined ? '' : ` ${id}`}: `
  return `${severity === 'error' ? '' : `${severity}: `}${record}${message}`
}

/** A problem in one line of a log. */
export function problemLine (problem: Problem): string {
  const { line, unit } = problem
  const place = line === 0 ? '' : `${unit.slice(0, 1).toUpperCase()}${unit.slice(1)} ${line}: `
  return `${place}${problemText(problem)}`
}

/** How a source names its records in messages. */
export interface RecordNames {
  /** Unit of record numbers: `line`, `row`. */
  readonly unit: string
  /** The name of a record, if its number is not helpful. */
  nameOf? (number: number): string | undefined
  /** Rewrites an error for this file format: names the column instead of the JSON key. */
  explain? (message: string): string
}

/** The record that has a problem. */
type Place = Pick<Problem, 'line' | 'type' | 'id'>

/** Counts problems and passes them on, in the words of the source. */
export class ProblemReport {
  errors = 0
  warnings = 0
  conflicts = 0

  constructor (readonly names: RecordNames, readonly onProblem: (problem: Problem) => void = () => {}) {}

  problem (severity: Problem['severity'], { line, type, id }: Place, message: string): void {
    if (severity === 'error') this.errors++
    else if (severity === 'warning') this.warnings++
    else this.conflicts++
    const { unit } = this.names
    const name = this.names.nameOf?.(line)
    const explained = this.names.explain?.(message) ?? message
    this.onProblem({
      severity,
      line,
      unit,
      ...(type !== undefined && { type }),
      ...(id !== undefined && { id }),
      message: name === undefined ? explained : `${name}: ${explained}`
    })
  }

  /** Reports several problems of one record. */
  problems (severity: Problem['severity'], record: Place, messages: readonly string[]): void {
    for (const message of messages) this.problem(severity, record, message)
  }
}

/** A record cannot be imported: all its errors, and its label if that could be read. */
export class RecordError extends Error {
  constructor (readonly messages: readonly string[], readonly label?: string) {
    super(messages.join('; '))
    this.name = new.target.name
  }
}

/** The rest of a file cannot be read: it is damaged, or was cut short. `line` is where reading failed. */
export class DamagedFileError extends Error {
  constructor (readonly line: number, message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** An import could not start, or was stopped. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** A value as JSON for a message, shortened. */
export function excerptOf (value: unknown, maxCharacters = 60): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** Longer names are cut in messages and comparisons. */
const NAME_MAX_CHARACTERS = 200

/** A name from a file, shortened for a message. */
export function shown (name: unknown): string {
  const text = typeof name === 'string' ? name : JSON.stringify(name) ?? ''
  return text.length > NAME_MAX_CHARACTERS ? `${text.slice(0, NAME_MAX_CHARACTERS)}…` : text
}

/** Suggests the nearest candidate; empty when there is none. */
export function suggestion (word: unknown, candidates: Iterable<string>): string {
  const nearest = nearestName(shown(word), candidates)
  return nearest === undefined ? '' : `; the nearest is ${nearest}`
}
