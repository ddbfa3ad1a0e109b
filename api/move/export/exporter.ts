import { createHash } from 'node:crypto'
import { on } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { ThreadPool } from '../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../db/threads/thread-program.js'
import {
  EXPORT_FORMAT_NAMES, EXPORT_FORMATS, isExportFormat, NOT_EXPORTED, TABLE_FORMATS, TABLE_TYPES, type ExportFormat
} from '../../../schemas/exchange/exports.js'
import { checkType, mayDo, viewerOf } from '../../access/access.js'
import { ANONYMOUS, type Actor } from '../../core/calls/actor.js'
import type { CallOptions, IgnoredKey, Query, QueryInput } from '../../core/calls/call.js'
import { NAMELESS_BASE } from '../../core/answers/addresses.js'
import { BASE } from '../../core/answers/base.js'
import { listenedQuery, untilIndexed, withAddedFilters } from '../../operations/search.js'
import { BusyError, NotFoundError, ParameterError, resultOf, type Outcome } from '../../core/calls/errors.js'
import { toQuery } from '../../core/calls/query-input.js'
import type { ResourceType } from '../../resources/definition/resource-type.js'
import { planSearch } from '../../search/find.js'
import type { Services } from '../../resources/definition/services.js'
import { COLLECTION_TYPE_NAMES } from '../collection/read/collection-file.js'
import { settleIgnored } from '../../core/calls/unknown-keys.js'
import { streamOf } from './streams/streams.js'
import type { ExportChunk, ExportOrder, ExportSelection, ExportTask, TableOptions } from './streams/task.js'

/**
 * Limit of concurrent exports: each has a thread, and a snapshot that prevents the write-ahead log from being
 * truncated.
 */
const EXPORTS_MAX = 4

const EXPORTS_PER_CLIENT_MAX = 2

const HEAP_MEGABYTES = 512

/** A thread takes half a second to load its program, so it is available to further exports for a while. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'streams/export-program')

/** Search parameters that exports do not have. */
const NOT_FILTERS: readonly string[] = [
  ...NOT_EXPORTED, 'facets', 'facet_limit', 'sort_by_default', 'sort_order_default'
]

/**
 * Separators of values: without characters that quote or escape, and without spaces at the ends, which are trimmed.
 */
const SEPARATOR = /^[^"'\\\r\n\s](?:[^"'\\\r\n]{0,8}[^"'\\\r\n\s])?$/

/** Options that only tables have, with the names of their parameters. */
const TABLE_OPTIONS = { separator: 'separator', hasByteOrderMark: 'bom', keepsFormulas: 'keep_formulas' } as const

export interface ExportOptions {
  /** One of ExportFormat; default: `ndjson`. */
  readonly format?: ExportFormat | (string & {})
  /** Name of one resource type; absent: all types, which only collection files support. */
  readonly resource?: string
  /** A search for that type, as in `search`; paging is ignored. */
  readonly query?: QueryInput
  /** Replaces the URL of the installation; default: the setting `baseUrl`, or a generated name. */
  readonly base?: string
  /** Name of the files folder in the header of a collection file; absent: none. */
  readonly filesFolder?: string | undefined
  /** For tables: separates several values in a cell, 1 to 10 characters; default `|`. */
  readonly separator?: string
  /** For tables: start with a byte order mark, by which Excel recognises UTF-8. */
  readonly hasByteOrderMark?: boolean
  /** For tables: do not escape texts that spreadsheet programs would run as formulas. */
  readonly keepsFormulas?: boolean
}

export interface ExportCall extends CallOptions {
  /** Ends the export. */
  readonly signal?: AbortSignal
}

/** The file type of an export. */
export interface ExportKind {
  readonly mediaType: string
  /** Extension of the file name, without the dot. */
  readonly extension: string
}

/** A running export. Always call `close`, even if it was not read to its end. */
export interface Export extends ExportKind {
  /** Expected number of records. */
  readonly total: number
  /** Chunks as they are generated; throws when the export cannot be completed. */
  readonly chunks: AsyncGenerator<ExportChunk>
  /** Whether the export so far refers to files that cannot be fetched: it has no files, and `baseUrl` is not set. */
  readonly hasUnreachableFiles: boolean
  close (): Promise<void>
}

/** Exports a snapshot of a collection or of a search result; memory does not depend on its size. */
export class Exporter {
  readonly #definitions: ReadonlyMap<string, ResourceType>
  /** Each export in a thread of its own, so that slow statements do not block other requests. */
  readonly #threads: ThreadPool<ExportOrder, Outcome<void>> | undefined
  readonly #clients: string[] = []
  readonly #running = new Set<Export>()

  /**
   * @param types types with tables, including the application's.
   * @param prefixes namespaces by prefix.
   * @param usesThreads whether threads may be used.
   */
  constructor (
    private readonly services: Services, types: readonly ResourceType[],
    private readonly prefixes: () => Promise<Record<string, string>>, usesThreads: boolean
  ) {
    const { dataTypes, resourceTypes, representations, filters } = services.extensions
    const added = [dataTypes, resourceTypes, representations, filters]
    this.#definitions = new Map(types.map((type) => [type.name, withAddedFilters(type, services)]))
    // A thread does not have the application's extensions.
    const { file } = services.store.engine
    if (usesThreads && file !== undefined && added.every((one) => one === undefined)) {
      this.#threads = new ThreadPool({
        program: PROGRAM, data: { file }, idleTimeout: IDLE_TIMEOUT_MS, heapMax: HEAP_MEGABYTES
      })
    }
  }

  /** Whether a resource type can be exported: it has a table. */
  has (resource: string): boolean {
    return this.#definitions.has(resource)
  }

  /** The file type of an export, without starting it. @throws the errors of `begin` that need no database query. */
  async describe (options: ExportOptions, call: ExportCall = {}): Promise<ExportKind> {
    return kindOf((await this.#taskOf(options, call)).format)
  }

  /**
   * Starts an export.
   * @throws PermissionError, ParameterError and so on like a search; BusyError when too many exports are running.
   */
  async begin (options: ExportOptions, call: ExportCall = {}): Promise<Export> {
    const { actor = ANONYMOUS, client, signal } = call
    const task = await this.#taskOf(options, call)
    const stopping = new AbortController()
    const all = AbortSignal.any(signal === undefined ? [stopping.signal] : [stopping.signal, signal])
    const files = `${task.context.filesBase.replaceAll(BASE, task.base)}/`
    const lacksFiles = task.filesFolder === null && files.startsWith(NAMELESS_BASE)
    let hasUnreachableFiles = false
    const chunks = this.#chunks(task, client ?? String(actor.id), all)
    // Wait for the first chunk, because it fails if the query is invalid.
    const { value: first } = await chunks.next() as { value: ExportChunk }
    const checked = async function * (): AsyncGenerator<ExportChunk> {
      all.throwIfAborted()
      yield first
      for await (const chunk of chunks) {
        hasUnreachableFiles ||= lacksFiles && chunk.text.includes(files)
        yield chunk
      }
      // An aborted export must not look like a complete one.
      all.throwIfAborted()
    }
    const close = async (): Promise<void> => {
      this.#running.delete(begun)
      stopping.abort(new Error('The export was ended.'))
      await chunks.return(undefined)
    }
    const begun = {
      ...kindOf(task.format),
      total: first.total ?? 0,
      chunks: checked(),
      get hasUnreachableFiles () { return hasUnreachableFiles },
      close
    }
    this.#running.add(begun)
    // The reader may not be waiting for a chunk, so an abort has to close the export itself.
    if (all.aborted) await close()
    else all.addEventListener('abort', () => { close().catch(() => {}) })
    all.throwIfAborted()
    return begun
  }

  async close (): Promise<void> {
    await Promise.all([...this.#running].map(async (running) => { await running.close() }))
    await this.#threads?.end()
  }

  async #taskOf (options: ExportOptions, call: ExportCall): Promise<ExportTask> {
    const { format = 'ndjson', filesFolder = null } = options
    const { actor = ANONYMOUS } = call
    if (!isExportFormat(format)) {
      throw new ParameterError('format', `Expected one of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
    }
    const selection = await this.#selectionOf(options, actor)
    const table = TABLE_FORMATS.includes(format) ? this.#tableOf(options, actor) : undefined
    if (table === undefined) settleIgnored(ignoredOptions(options), call)
    const context = await this.services.reading(viewerOf(actor))
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
      ...(format === 'nq' && { prefixes: await this.prefixes() })
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
    const listened: Query = listenedQuery(type, toQuery(query), actor, this.services)
    await untilIndexed(type, listened, this.services)
    const filters = Object.entries(listened).filter(([name]) => !NOT_FILTERS.includes(name))
    return { type: resource, query: Object.fromEntries(filters) }
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
    const showsOwners = mayDo(actor, 'search', this.services.types.named('users'))
    return { separator, hasByteOrderMark, keepsFormulas, showsOwners }
  }

  /** @throws BusyError */
  async * #chunks (task: ExportTask, client: string, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    const clients = this.#clients
    if (clients.length >= EXPORTS_MAX || clients.filter((one) => one === client).length >= EXPORTS_PER_CLIENT_MAX) {
      throw new BusyError('Too many exports are running. Try again when one of them has ended.')
    }
    clients.push(client)
    try {
      yield * this.#threads === undefined ? this.#inTurns(task, signal) : this.#inThread(this.#threads, task, signal)
    } finally {
      clients.splice(clients.indexOf(client), 1)
    }
  }

  /**
   * The thread works one chunk ahead of the reader. If the reader stops before the end, the thread ends, and the
   * snapshot with it.
   */
  async * #inThread (
    threads: ThreadPool<ExportOrder, Outcome<void>>, task: ExportTask, signal: AbortSignal
  ): AsyncGenerator<ExportChunk> {
    signal.throwIfAborted()
    const { port1: reader, port2: chunks } = new MessageChannel()
    const ending = new AbortController()
    const outcome = threads.run(
      { task, chunks }, { transfer: [chunks], signal: AbortSignal.any([signal, ending.signal]) }
    )
    // A thread that cannot start does not close the port.
    outcome.catch(() => { reader.close() })
    try {
      // The port is closed when the export ends, and also when the thread does.
      for await (const [chunk] of on(reader, 'message', { close: ['close'] })) {
        reader.postMessage('next')
        yield chunk as ExportChunk
      }
      signal.throwIfAborted()
      resultOf(await outcome)
    } finally {
      ending.abort()
      reader.close()
      await threads.ended()
    }
  }

  /** An export in this thread. Other requests run between its chunks. */
  async * #inTurns (task: ExportTask, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    const { store, dataTypes, types, extensions: { representations: listeners } } = this.services
    const known = { dataTypes, types, listeners, definitions: this.#definitions }
    for await (const chunk of streamOf(task, await store.engine.snapshot(), known)) {
      signal.throwIfAborted()
      yield chunk
      await nextTurn()
    }
  }

  /** The URL of the installation; if it is not known, a unique name. */
  #base (secret: Uint8Array): string {
    const { base } = this.services.mount
    if (/^https?:/.test(base)) return base
    return `${NAMELESS_BASE}${createHash('sha256').update('name of the installation').update(secret).digest('hex').slice(0, 16)}`
  }
}

function kindOf (format: ExportFormat): ExportKind {
  return { mediaType: EXPORT_FORMATS[format].mediaType, extension: format }
}

/** The options that have no effect, because the export is no table. */
function ignoredOptions (options: ExportOptions): IgnoredKey[] {
  return (Object.keys(TABLE_OPTIONS) as Array<keyof typeof TABLE_OPTIONS>).flatMap((option) => {
    const key = TABLE_OPTIONS[option]
    const isSet = options[option] !== undefined && options[option] !== false
    return isSet ? [{ key, problem: `"${key}" is for tables: ${TABLE_FORMATS.join(', ')}.` }] : []
  })
}
