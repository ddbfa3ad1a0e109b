import type { Command } from 'commander'
import type { WithoutCollection } from '../terminal/with-api.js'

/** Flags of the command line, those that kinds add themselves included. */
export type ImportFlags = Readonly<Record<string, unknown>> & {
  readonly data?: string
  readonly format?: string
  readonly dryRun?: true
}

/** An import begins a collection; a dry run writes nothing, and that includes an empty collection. */
export function withoutCollection ({ dryRun }: ImportFlags): WithoutCollection {
  return dryRun === true ? 'borrow' : 'begin'
}

/** A kind of source that `vitrine import` takes. */
export interface ImportKind {
  /** Its name for `--format`. */
  readonly name: string
  /** Adds flags that only this kind has. */
  options? (command: Command): void
  /** Whether a source is of this kind, by its name or its first bytes; asked in the order of KINDS. */
  recognizes (source: string): boolean | Promise<boolean>
  /** Imports the source and prints what came of it. */
  run (source: string, flags: ImportFlags): Promise<void>
}
