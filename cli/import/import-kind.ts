import type { Command } from 'commander'
import type { WithoutCollection } from '../terminal/with-api.js'

/** Flags of the command line, including flags that only one kind of source has. */
export type ImportFlags = Readonly<Record<string, unknown>> & {
  readonly data?: string
  readonly format?: string
  readonly dryRun?: true
}

/** An import creates a collection if there is none; a dry run checks against an empty temporary one instead. */
export function withoutCollection ({ dryRun }: ImportFlags): WithoutCollection {
  return dryRun === true ? 'borrow' : 'begin'
}

/** A kind of source that `vitrine import` reads. */
export interface ImportKind {
  /** Its name for `--format`. */
  readonly name: string
  /** Adds flags that only this kind has. */
  options? (command: Command): void
  /** Whether a source is of this kind, by its name or its first bytes. Called in the order of `KINDS`. */
  recognizes (source: string): boolean | Promise<boolean>
  /** Imports the source and prints a summary. */
  run (source: string, flags: ImportFlags): Promise<void>
}
