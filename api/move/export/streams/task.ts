import type { ExportFormat } from '../../../../schemas/exports.js'
import type { Query } from '../../../core/calls/call.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import type { TableOptions } from './table/options.js'

/** What is to be exported: the result of a search, or every row of some types. */
export type ExportSelection =
  | { readonly type: string, readonly query: Query }
  | { readonly types: readonly string[] }

/** The part of a read context that can be sent to a thread. */
export type SentContext = Pick<ReadContext, 'viewer' | 'cursorSecret' | 'withoutReverse' | 'filesBase'>

/** An export as a message to a thread. Everything that depends on the actor's rights is decided already. */
export interface ExportTask {
  readonly format: ExportFormat
  readonly selection: ExportSelection
  readonly context: SentContext
  /** Takes the place of the installation's address: scheme, host and path, without a slash at the end. */
  readonly base: string
  /** The folder that the header of a collection file names; null: no files come with it. */
  readonly filesFolder: string | null
  /** Namespaces by prefix; only for RDF. */
  readonly prefixes?: Record<string, string>
  /** Only for tables. */
  readonly table?: TableOptions
}

/** A piece of an export. The first has the number of records that there will be. */
export interface ExportChunk {
  readonly text: string
  /** Number of records that this piece completes. */
  readonly records: number
  /** Names of the stored files of these records, such as `original/<id>.jpg`. */
  readonly files: readonly string[]
  /** Number of records of the whole export. */
  readonly total?: number
  /** What programs that read the export may lose. */
  readonly warnings?: readonly string[]
}
