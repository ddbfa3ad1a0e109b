import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { MirrorSpool, type RecordName } from '../../../../db/bulk/mirror-spool.js'
import { databaseDate } from '../../../core/answers/dates.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES } from '../../collection/read/collection-file.js'
import { CollectionFiles } from '../../collection/read/collection-files.js'
import type { Collection } from '../../collection/plan/collection.js'
import type { Problem } from '../../pipeline/problems.js'
import type { Sequence } from '../../pipeline/record-map.js'
import { inBatches } from '../../pipeline/source.js'
import { LEVELS, type Connection } from '../source/connect.js'
import { fetchFiles } from '../source/fetch-files.js'
import type { LocalRecords } from './local-records.js'
import { pendingRecords } from './pending-records.js'
import { MIRRORED_TYPES, OTHER_TYPES, type MirroredType } from '../source/mirrored-types.js'
import { Reader, RECORDS_PER_REQUEST } from '../source/reader.js'
import type { SourceRecord } from '../source/record-check.js'
import { SourceError } from '../source/source-error.js'
import { counted } from '../../../core/text/nouns.js'

/** Each round reads what has changed during the previous one; after the last, the source is taken as it is. */
const ROUNDS_MAX = 6

/**
 * Records modified up to this long before the last run are read again, because they may have changed within the second
 * in which they were read, and clocks differ.
 */
const MARGIN_SECONDS = 120

/** After this time an interrupted run is not continued; a new one begins, with the records that it has read. */
const RESUME_MAX_AGE_SECONDS = 24 * 3600

/** Names in the folder of a mirror: its state, and the folder of its files. */
export const STATE = 'state.db'
const FILES = 'collection.files'

export interface MirrorOptions {
  /** Read everything again, including what is unchanged by its date. */
  full?: boolean | undefined
  /** The source takes precedence over local edits and deletions. */
  overwrite?: boolean | undefined
  /** Do not delete records that the source no longer has. */
  keepMissing?: boolean | undefined
  /** Leave out records that cannot be imported, and accept lists whose totals and records do not agree. */
  continueOnError?: boolean | undefined
}

/** `list` counts types, `files` files; other phases count records. */
export interface MirrorProgress {
  phase: 'list' | 'read' | 'files' | 'check' | 'write' | 'verify'
  done: number
  total: number
}

/** A type of records that is not mirrored, with the reason. */
export interface LeftOut { resource: string, records: number | null, reason: string }

/** Callbacks of a run. */
export interface MirrorHooks {
  onProgress: (progress: MirrorProgress) => void
  onNotice: (line: string) => void
}

/**
 * Reads a source into the folder of its mirror, from which the collection is updated. An interrupted run is continued
 * by the next one.
 */
export class Mirror {
  readonly spool: MirrorSpool
  readonly leftOut: LeftOut[] = []
  readonly files: string
  /** Number of files fetched by this run. */
  fetched = 0

  /**
   * @param folder an existing folder.
   * @param here undefined: nothing is compared.
   */
  constructor (
    folder: string, readonly connection: Connection, readonly options: MirrorOptions, readonly hooks: MirrorHooks,
    readonly here?: LocalRecords
  ) {
    this.files = path.join(folder, FILES)
    this.spool = MirrorSpool.open(path.join(folder, STATE))
  }

  close (): void {
    this.spool.close()
  }

  /** @param limit maximum bytes of a file. @throws SourceError; the reason of the source's signal. */
  async read (limit: number): Promise<void> {
    const { source } = this.connection
    try {
      const run = this.#begin()
      await this.#readRecords(run)
      await this.#compare()
      await this.#fetchFiles(limit)
      this.spool.setState('phase', 'read')
    } catch (error) {
      // Aborted timers and streams throw their own errors; throw the signal's reason instead.
      source.signal.throwIfAborted()
      throw error
    }
  }

  /** What is to be written to the collection. */
  async pending (): Promise<Collection> {
    const { source: { address } } = this.connection
    return {
      header: { source: address, complete: this.spool.isFirst },
      records: pendingRecords(this.spool),
      files: await CollectionFiles.at(this.files)
    }
  }

  /** Marks pending records as transferred, except for those with errors or conflicts. */
  settle (problems: readonly Problem[] = []): void {
    const namesOf = (severity: Problem['severity']): RecordName[] => problems.flatMap((problem) => {
      const { type: resource, id } = problem
      return problem.severity === severity && resource !== undefined && id !== undefined ? [{ resource, id }] : []
    })
    this.spool.settleAll({ skipped: namesOf('error'), refused: namesOf('conflict') })
    this.spool.isComparing = false
  }

  /** @returns the number of the run: an interrupted one's, or a new one. @throws SourceError */
  #begin (): number {
    const { spool, options, connection: { level, date, source } } = this
    const began = spool.state('began')
    const now = Math.floor(date.getTime() / 1000)
    const isUnfinished = spool.state('phase') === 'reading' && began !== undefined &&
      began > databaseDate(now - RESUME_MAX_AGE_SECONDS)
    if (levelsGained(spool, level) < 0) {
      throw new SourceError('refused', `${source.address} was read with the rights of an ${spool.state('level')!}, and now shows less: ` +
        'what it hides would be deleted here. Give the same key again.')
    }
    const isNewComparison = !spool.isComparing && comparesAll(spool, this.connection, options)
    if (isNewComparison) spool.isComparing = true
    if (spool.isComparing && options.keepMissing !== true) spool.retryDeletions()
    spool.setState('level', level)
    spool.retry()
    const run = Number(spool.state('run') ?? 0)
    if (isUnfinished && !isNewComparison) return run
    spool.setState('run', String(run + 1))
    if (began !== undefined) spool.setState('since', began)
    spool.setState('began', databaseDate(now - MARGIN_SECONDS))
    spool.setState('phase', 'reading')
    return run + 1
  }

  async #readRecords (run: number): Promise<void> {
    const { spool, hooks, options, connection: { source } } = this
    let done = 0
    let total = 0
    const onUnsettled = options.continueOnError === true ? hooks.onNotice : undefined
    const reader = new Reader(source, spool, run, (count) => {
      done += count
      hooks.onProgress({ phase: 'read', done: Math.min(done, total), total })
    }, onUnsettled)
    const since = spool.state('since') ?? null
    const available = await availableTypes(this.connection)
    this.leftOut.push(...available.leftOut)
    let { types } = available
    for (let round = 1; ; round++) {
      const isFirst = round === 1
      const which = (type: MirroredType): { since: string | null, isWhole: boolean } =>
        ({ since: isFirst ? since : null, isWhole: isFirst && (!type.hasModified || spool.isComparing) })
      types = await this.#list(reader, types, isFirst)
      const due = types.reduce((sum, type) => sum + spool.countDue(type.name, run, which(type)), 0)
      total = done + due
      for (const type of types) await reader.read(type, spool.due(type.name, run, which(type)))
      const gone = await this.#dropMissing(reader, types)
      if (!isFirst && due + gone === 0) return
      if (round === ROUNDS_MAX) {
        hooks.onNotice(`${source.address} is being written to: ${counted(due + gone, 'record')} changed after being read. ` +
          'They come with the next run.')
        return
      }
    }
  }

  /** @returns the types that could be listed. */
  async #list (reader: Reader, types: readonly MirroredType[], isFirst: boolean): Promise<MirroredType[]> {
    const listed: MirroredType[] = []
    for (const [at, type] of types.entries()) {
      this.hooks.onProgress({ phase: 'list', done: at, total: types.length })
      const isKnown = !isFirst && reader.readsAll(type) &&
        await totalOf(this.connection.source, type.name) === this.spool.countListed(type.name)
      try {
        if (!isKnown) await reader.list(type)
        listed.push(type)
      } catch (error) {
        if (!(error instanceof SourceError && [401, 403, 404, 405].includes(error.status ?? 0))) throw error
        this.leftOut.push({ resource: type.name, records: null, reason: error.message })
      }
    }
    return listed
  }

  async #dropMissing (reader: Reader, types: readonly MirroredType[]): Promise<number> {
    if (this.options.keepMissing === true) return 0
    let count = 0
    for (const type of types) {
      const missing = [...this.spool.missing(type.name)]
      count += missing.length
      await reader.read(type, missing, true)
    }
    return count
  }

  /** Removes records from the pending ones whose local record is equal, and makes the transfer write the others. */
  async #compare (): Promise<void> {
    const { spool, here } = this
    if (!spool.isComparing || here === undefined || (spool.isFirst && here.isEmpty)) return
    const comes = (sequence: Sequence, id: number): boolean =>
      spool.comes(COLLECTION_TYPE_NAMES.filter((type) => SEQUENCES[type] === sequence), id)
    for (const type of MIRRORED_TYPES) {
      for await (const records of inBatches(spool.pending(type.name), () => 1 / RECORDS_PER_REQUEST)) {
        const bodies = records.map(({ body }) => JSON.parse(body) as SourceRecord)
        const same = await here.equalTo(type, bodies, comes)
        const others = records.flatMap(({ id }) => same.has(id) ? [] : id)
        if (others.length > 0) await here.doubt(type, others)
        spool.settle(type.name, same)
        if (type.files !== null) for (const id of others) spool.files.fetchAgain(type.name, id)
        this.connection.source.signal.throwIfAborted()
      }
    }
  }

  async #fetchFiles (limit: number): Promise<void> {
    await mkdir(this.files, { recursive: true, mode: 0o700 })
    const { connection: { source }, spool: { files } } = this
    const total = files.countWanted()
    let done = 0
    await fetchFiles(source, files, this.files, limit, {
      isStored: async (file) => await this.here?.isStored(file) ?? false,
      onFile: (isStored) => {
        if (!isStored) this.fetched++
        this.hooks.onProgress({ phase: 'files', done: ++done, total })
      }
    })
  }
}

/**
 * Whether a run reads everything and compares it with the collection: on request, and when the source shows more than
 * before, because dates do not reveal what became visible.
 */
export function comparesAll (
  spool: MirrorSpool, { level }: Connection, { full = false, overwrite = false }: MirrorOptions
): boolean {
  return full || overwrite || levelsGained(spool, level) > 0
}

/** By how many levels the source shows more than it did to the last run; negative: less. */
function levelsGained (spool: MirrorSpool, level: Connection['level']): number {
  const before = spool.state('level')
  return before === undefined ? 0 : LEVELS.indexOf(level) - LEVELS.findIndex((name) => name === before)
}

/** The types that are mirrored from a source, and the types that are not. */
export async function availableTypes (
  { types, source, level }: Connection
): Promise<{ types: MirroredType[], leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = []
  for (const name of types) {
    if (MIRRORED_TYPES.some((type) => type.name === name) || OTHER_TYPES.has(name)) continue
    leftOut.push({ resource: name, records: await totalOf(source, name), reason: 'a type that a module adds' })
  }
  const available = MIRRORED_TYPES.filter(({ name }) => {
    const reason = !types.includes(name)
      ? 'the source does not have this type'
      : name === 'users' && level === 'anonymous' ? 'visible only with a key' : undefined
    if (reason !== undefined) leftOut.push({ resource: name, records: null, reason })
    return reason === undefined
  })
  return { types: available, leftOut }
}

/** Number of records of a type that the source announces; null when it does not, or does not show them. */
export async function totalOf (
  source: Connection['source'], resource: string, query: Readonly<Record<string, string>> = {}
): Promise<number | null> {
  try {
    return (await source.json(source.at(resource, { per_page: 1, page: 1, ...query }))).total
  } catch (error) {
    if (error instanceof SourceError && error.failure === 'status' && (error.status ?? 0) < 500) return null
    throw error
  }
}
