import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../../db/open/store.js'
import {
  EXPORT_FORMAT_NAMES, EXPORT_FORMATS, NOT_EXPORTED, TABLE_TYPES, type ExportFormat
} from '../../../schemas/exports.js'
import { checkType, mayDo, viewerOf } from '../../access/access.js'
import { ANONYMOUS, type Actor } from '../../core/calls/actor.js'
import type { CallOptions, Query, QueryInput } from '../../core/calls/call.js'
import { prepareQuery, withAddedFilters } from '../../operations/prepare-query.js'
import { BusyError, NotFoundError, ParameterError } from '../../core/calls/errors.js'
import { toQuery } from '../../core/calls/query-input.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { planSearch } from '../../search/run/plan.js'
import type { Services } from '../../resources/definition/services.js'
import { COLLECTION_TYPE_NAMES } from '../collection/read/collection-file.js'
import { settleIgnored } from '../../core/calls/unknown-keys.js'
import { inThread } from './streams/export-thread.js'
import { isExportFormat, isTable } from './streams/formats.js'
import type { TableOptions } from './streams/table/options.js'
import { Snapshot, type Known } from './streams/snapshot.js'
import { streamOf } from './streams/streams.js'
import type { ExportChunk, ExportSelection, ExportTask } from './streams/task.js'

/** Exports that run at once: each has a thread, and a view of the database that keeps the log from being emptied. */
const MOST = 4

/** Those of one client. */
const MOST_OF_A_CLIENT = 2

/** Parameters that a search has and an export does not. */
const NOT_FILTERS: readonly string[] = [
  ...NOT_EXPORTED, 'facets', 'facet_limit', 'sort_by_default', 'sort_order_default'
]

/** What stands between values: nothing that quotes or escapes, or that is cut off with the spaces around a cell. */
const SEPARATOR = /^[^"'\\\r\n\s](?:[^"'\\\r\n]{0,8}[^"'\\\r\n\s])?$/

/** What to export, and how. */
export interface ExportOptions {
  /** One of ExportFormat; default: `ndjson`. */
  readonly format?: ExportFormat | (string & {})
  /** Name of one resource type; absent: everything, which only collection files can hold. */
  readonly resource?: string
  /** A search on that type, as `search` takes it; its pages are of no account. */
  readonly query?: QueryInput
  /** Takes the place of the address of the installation; by default the setting `baseUrl`, or a name of it. */
  readonly base?: string
  /** The folder that the header of a collection file is to name; absent: none. */
  readonly filesFolder?: string | undefined
  /** Of tables: stands between several values in a cell, 1 to 10 characters; default `|`. */
  readonly separator?: string
  /** Of tables: begin with a byte order mark, by which Excel recognizes UTF-8. */
  readonly hasByteOrderMark?: boolean
  /** Of tables: leave texts as they are that spreadsheet programs would run as formulas. */
  readonly keepsFormulas?: boolean
}

export interface ExportCall extends CallOptions {
  /** Ends the export. */
  readonly signal?: AbortSignal
}

/** What an export is. */
export interface ExportKind {
  readonly mediaType: string
  /** Of file names, without the dot. */
  readonly extension: string
}

/** An export that has begun. Call `close` at the end, also when it was not read to its end. */
export interface Export extends ExportKind {
  /** Number of records that it will have. */
  readonly total: number
  /** The pieces, as they are made; throws when the export cannot be finished. */
  readonly chunks: AsyncGenerator<ExportChunk>
  close (): Promise<void>
}

/** Exports a collection or the result of a search, as of one moment, in memory that does not grow with it. */
export class Exporter {
  readonly #services: Services
  readonly #definitions: ReadonlyMap<string, ResourceType>
  readonly #prefixes: () => Promise<Record<string, string>>
  readonly #usesThread: boolean
  readonly #clients: string[] = []
  readonly #running = new Set<Export>()

  /**
   * @param types that are rows of tables, with those of the application. @param prefixes namespaces by prefix.
   * @param usesThreads whether there may be any.
   */
  constructor (
    services: Services, types: readonly ResourceType[], prefixes: () => Promise<Record<string, string>>,
    usesThreads: boolean
  ) {
    const { dataTypes, resourceTypes, representations, filters } = services.extensions
    const added = [dataTypes, resourceTypes, representations, filters]
    this.#services = services
    this.#prefixes = prefixes
    this.#definitions = new Map(types.map((type) => [type.name, withAddedFilters(type, services)]))
    // A thread knows nothing of what an application adds.
    this.#usesThread = usesThreads && added.every((one) => one === undefined)
  }

  /** Whether a resource type can be exported: its members are rows. */
  has (resource: string): boolean {
    return this.#definitions.has(resource)
  }

  /**
   * Says what an export would be, without beginning it.
   *
   * @throws the same, as far as the database need not be asked.
   */
  async describe (options: ExportOptions, call: ExportCall = {}): Promise<ExportKind> {
    return kindOf((await this.#taskOf(options, call)).format)
  }

  /**
   * Begins an export.
   *
   * @throws PermissionError, ParameterError and the like as a search does; BusyError when too many are running.
   */
  async begin (options: ExportOptions, call: ExportCall = {}): Promise<Export> {
    const { actor = ANONYMOUS, client, signal } = call
    const task = await this.#taskOf(options, call)
    const leave = this.#enter(client ?? String(actor.id))
    const stopping = new AbortController()
    const all = AbortSignal.any(signal === undefined ? [stopping.signal] : [stopping.signal, signal])
    const chunks = leaving(this.#chunks(task, all), leave)
    // The first piece tells whether the query can be understood.
    const { value: first } = await chunks.next() as { value: ExportChunk }
    const close = async (): Promise<void> => {
      this.#running.delete(begun)
      stopping.abort(new Error('The export was ended.'))
      await chunks.return(undefined)
    }
    const begun = { ...kindOf(task.format), total: first.total ?? 0, chunks: withFirst(first, chunks, all), close }
    this.#running.add(begun)
    // Nobody may be waiting for a piece.
    if (all.aborted) await close()
    else all.addEventListener('abort', () => { close().catch(() => {}) })
    all.throwIfAborted()
    return begun
  }

  /** Ends all exports. */
  async close (): Promise<void> {
    await Promise.all([...this.#running].map(async (running) => { await running.close() }))
  }

  async #taskOf (options: ExportOptions, call: ExportCall): Promise<ExportTask> {
    const { format = 'ndjson', filesFolder = null } = options
    const { actor = ANONYMOUS } = call
    if (!isExportFormat(format)) {
      throw new ParameterError('format', `Expected one of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
    }
    const selection = await this.#selectionOf(options, actor)
    const table = isTable(format) ? this.#tableOf(options, actor) : undefined
    const context = await this.#services.reading(viewerOf(actor))
    if ('query' in selection) {
      settleIgnored(planSearch(this.#definitions.get(selection.type)!, selection.query, context, 0).ignored, call)
    }
    const { viewer, cursorSecret, withoutReverse, filesBase } = context
    return {
      format,
      selection,
      context: { viewer, cursorSecret, withoutReverse, filesBase },
      base: options.base ?? this.#base(cursorSecret),
      filesFolder,
      ...(table !== undefined && { table }),
      ...(format === 'nq' && { prefixes: await this.#prefixes() })
    }
  }

  async #selectionOf ({ resource, query = {} }: ExportOptions, actor: Actor): Promise<ExportSelection> {
    if (resource === undefined) {
      const types = COLLECTION_TYPE_NAMES.filter((name) => {
        const type = this.#definitions.get(name === 'value_annotations' ? 'resources' : name)!
        return mayDo(actor, 'search', type)
      })
      return { types }
    }
    const type = this.#definitions.get(resource)
    if (type === undefined) throw new NotFoundError(`The resource "${resource}" cannot be exported.`)
    checkType(actor, 'search', type)
    const asked: Query = await prepareQuery(type, toQuery(query), actor, this.#services)
    const kept = Object.entries(asked).filter(([name]) => !NOT_FILTERS.includes(name))
    return { type: resource, query: Object.fromEntries(kept) }
  }

  /** @throws ParameterError */
  #tableOf (
    { resource, separator = '|', hasByteOrderMark = false, keepsFormulas = false }: ExportOptions, actor: Actor
  ): TableOptions {
    if (!(TABLE_TYPES as ReadonlyArray<string | undefined>).includes(resource)) {
      throw new ParameterError('format', `Tables are of ${TABLE_TYPES.join(', ')}, each by itself; choose another format.`)
    }
    if (!SEPARATOR.test(separator)) {
      throw new ParameterError('separator', 'Expected 1 to 10 characters, without quotation marks, backslashes and breaks.')
    }
    const showsOwners = mayDo(actor, 'search', this.#services.types.named('users'))
    return { separator, hasByteOrderMark, keepsFormulas, showsOwners }
  }

  #chunks (task: ExportTask, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    const { store, dataTypes, types, extensions } = this.#services
    if (this.#usesThread && store.file !== undefined) return inThread(store.file, task, signal)
    const listeners = extensions.representations
    return inTurns(store, task, { dataTypes, types, listeners, definitions: this.#definitions }, signal)
  }

  /** The address of the installation, or where nobody has told it a name that is different for each. */
  #base (secret: Uint8Array): string {
    const { base } = this.#services.mount
    if (/^https?:/.test(base)) return base
    return `urn:vitrine:${createHash('sha256').update('name of the installation').update(secret).digest('hex').slice(0, 16)}`
  }

  /** @returns what to call at the end. @throws BusyError */
  #enter (client: string): () => void {
    const running = this.#clients
    if (running.length >= MOST || running.filter((one) => one === client).length >= MOST_OF_A_CLIENT) {
      throw new BusyError('Too many exports are running. Try again when one of them has ended.')
    }
    running.push(client)
    return () => { running.splice(running.indexOf(client), 1) }
  }
}

/** An export in this thread, which serves others between its pieces. */
async function * inTurns (
  store: Store, task: ExportTask, known: Known, signal: AbortSignal
): AsyncGenerator<ExportChunk> {
  const snapshot = await Snapshot.open(await store.snapshot(), task.context, known)
  try {
    for await (const chunk of streamOf(task, snapshot)) {
      signal.throwIfAborted()
      yield chunk
      await nextTurn()
    }
  } finally {
    await snapshot.close()
  }
}

async function * leaving (chunks: AsyncGenerator<ExportChunk>, leave: () => void): AsyncGenerator<ExportChunk> {
  try {
    yield * chunks
  } finally {
    leave()
  }
}

async function * withFirst (
  first: ExportChunk, others: AsyncGenerator<ExportChunk>, signal: AbortSignal
): AsyncGenerator<ExportChunk> {
  signal.throwIfAborted()
  yield first
  yield * others
  // An export that was ended is no export that has ended.
  signal.throwIfAborted()
}

function kindOf (format: ExportFormat): ExportKind {
  return { mediaType: EXPORT_FORMATS[format].mediaType, extension: format }
}
