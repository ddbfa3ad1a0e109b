import type { MessagePort } from 'node:worker_threads'
import type { ExportFormat } from '../../../../schemas/exchange/exports.js'
import type { Query } from '../../../core/calls/call.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import type { ResourceType } from '../../../resources/definition/resource-type.js'

/** The selected records: the result of a search, or every row of some types. */
export type ExportSelection =
  | { readonly type: string, readonly query: Query }
  | { readonly types: readonly string[] }

/** The part of a read context that can be sent to a thread. */
type SentContext = Pick<ReadContext, 'viewer' | 'cursorSecret' | 'withoutReverse' | 'filesBase'>

export interface TableOptions {
  /** Separates several values in a cell. */
  readonly separator: string
  readonly hasByteOrderMark: boolean
  /** Do not escape texts that spreadsheet programs interpret as formulas. */
  readonly keepsFormulas: boolean
  /** Whether the actor may see accounts. */
  readonly showsOwners: boolean
}

/** The message that starts an export in a thread. Everything that depends on the actor's rights has been decided. */
export interface ExportTask {
  readonly format: ExportFormat
  readonly selection: ExportSelection
  readonly context: SentContext
  /** Replaces the URL of the installation: scheme, host and path, without a trailing slash. */
  readonly base: string
  /** Name of the files folder in the header of a collection file; null: no files. */
  readonly filesFolder: string | null
  /** Namespaces by prefix; only for RDF. */
  readonly prefixes?: Record<string, string>
  /** Only for tables. */
  readonly table?: TableOptions
}

/** An export in a thread, and where the thread sends its chunks. */
export interface ExportOrder { readonly task: ExportTask, readonly chunks: MessagePort }

/** A chunk of an export. The first has the total number of records. */
export interface ExportChunk {
  readonly text: string
  /** Number of records that end in this chunk. */
  readonly records: number
  /** Names of the stored files of these records, such as `original/<id>.jpg`. */
  readonly files: readonly string[]
  /** Number of records of the whole export. */
  readonly total?: number
  /** Messages about data that programs reading the export may lose. */
  readonly warnings?: readonly string[]
}

/** What an application may have added, for exports in its own thread. */
export type Known = Pick<ReadContext, 'dataTypes' | 'types' | 'listeners'> & {
  readonly definitions: ReadonlyMap<string, ResourceType>
}

export interface Snapshot extends Pick<Known, 'definitions'> {
  readonly context: ReadContext
  readonly moment: Date
}
