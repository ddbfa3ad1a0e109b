import type { Claims } from '../../../db/engine/engine.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import type { Store } from '../../../db/open/store.js'
import { areTextsBuiltIn } from '../../../files/ingesters/registry.js'
import { Admission } from '../../runtime/admission/admission.js'
import type { ResourceTypes } from '../../access/access.js'
import type { Mount } from '../../core/answers/answer.js'
import type { Call } from '../../core/calls/call.js'
import type { Extensions } from './extensions.js'
import type { FileServices } from '../../files/file-services.js'
import type { RunInWorker } from '../../search/context/context.js'
import type { SearchWorkers } from '../../search/worker/search-workers.js'
import { IndexKeeper } from '../../search/full-text/index/index-keeper.js'
import type { Jobs } from '../../runtime/jobs/jobs.js'
import { AnswerCache } from '../../cache/answer-cache.js'
import { CacheCheck } from '../../cache/cache-check.js'
import type { MemoryLimits } from '../../runtime/settings/memory-limits.js'
import type { CollectionSettings } from '../../runtime/settings/collection-settings.js'
import type { Installation } from '../../runtime/settings/installation.js'
import type { ReadContext, WriteContext } from './read-context.js'
import type { DataTypes } from '../../values/data-types.js'

/** What all reads have in common until a setting or a term changes, which begins an epoch of the change log. */
interface Epoch {
  readonly epoch: number
  readonly reads: Omit<ReadContext, 'database' | 'viewer' | 'version' | 'runInWorker'>
  readonly disclosesPrivate: boolean
}

/** The services that the operations of all resource types share. */
export class Services {
  /** Decides what the main thread does next. */
  readonly admission = new Admission()
  readonly cache: AnswerCache
  readonly cacheCheck: CacheCheck
  readonly indexes: IndexKeeper
  /** Whether worker threads can read the texts of media: no ingester of the application makes them. */
  readonly readsTexts: boolean
  #epoch: Epoch | undefined

  /**
   * @param limits of the caches of all threads. @param claims locks between all processes that share the collection.
   */
  constructor (
    readonly store: Store,
    readonly installation: Installation,
    readonly collectionSettings: CollectionSettings,
    readonly dataTypes: DataTypes,
    readonly types: ResourceTypes,
    readonly files: FileServices,
    readonly jobs: Jobs,
    readonly extensions: Extensions,
    readonly searchThreads: SearchWorkers,
    readonly mount: Mount,
    readonly limits: MemoryLimits,
    readonly claims: Claims
  ) {
    this.cache = new AnswerCache(store.changes, limits.main)
    this.cacheCheck = new CacheCheck(store.changes, () => this.admission.isIdle)
    this.readsTexts = areTextsBuiltIn(extensions.ingesters)
    this.indexes = new IndexKeeper(
      store,
      (ingester, data) => files.textOf(ingester, data),
      this.readsTexts ? undefined : Infinity,
      limits.index.database
    )
  }

  /**
   * @param client identifies the client (for example by its IP address) in the queue of searches; absent: the account
   * does.
   */
  async reading (viewer: Viewer, client = String(viewer.id)): Promise<ReadContext> {
    return await this.#reading(viewer, client, () => this.store.engine.reader())
  }

  /**
   * As `reading`, for reads on which later ones build: of the newest committed data, from a replica only while the
   * primary is unavailable.
   */
  async readingNewest (viewer: Viewer): Promise<ReadContext> {
    return await this.#reading(viewer, String(viewer.id), () => this.store.read)
  }

  /** As `reading`, for reads that precede a write or make its answer: they fail while the primary is unavailable. */
  async readingToWrite (viewer: Viewer): Promise<ReadContext> {
    return await this.#reading(viewer, String(viewer.id), () => this.store.primary)
  }

  async #reading (viewer: Viewer, client: string, database: () => Database): Promise<ReadContext> {
    // The only time that the request looks at the change log before its answer is complete.
    const { epoch, version } = this.store.changes
    const { reads, disclosesPrivate } = this.#epoch?.epoch === epoch ? this.#epoch : await this.#load(epoch)
    // Listed, because every search comes through here, and a copy by spreading is several times as slow.
    return {
      terms: reads.terms,
      dataTypes: reads.dataTypes,
      types: reads.types,
      cache: reads.cache,
      listeners: reads.listeners,
      filesBase: reads.filesBase,
      mount: reads.mount,
      cursorSecret: reads.cursorSecret,
      pageSize: reads.pageSize,
      readsTexts: reads.readsTexts,
      withoutReverse: reads.withoutReverse,
      mayBeBehind: reads.mayBeBehind,
      database: database(),
      version,
      viewer: { ...viewer, disclosesPrivate },
      runInWorker: this.#runnerFor(client)
    }
  }

  /** Runs the tasks of one request of a client, with one deadline; undefined when there are to be no workers. */
  #runnerFor (client: string): RunInWorker | undefined {
    const { searchThreads } = this
    if (searchThreads.most === 0) return undefined
    let deadline: number | undefined
    return async (task, here) => {
      deadline ??= performance.now() + searchThreads.timeout
      return await searchThreads.run(task, here, client, deadline)
    }
  }

  async #load (epoch: number): Promise<Epoch> {
    const { omitReverse, disclosePrivate, pageSize } = await this.collectionSettings.load()
    const loaded = {
      epoch,
      disclosesPrivate: disclosePrivate,
      reads: {
        terms: await this.store.terms(epoch),
        dataTypes: this.dataTypes,
        types: this.types,
        cache: this.cache,
        listeners: this.extensions.representations,
        filesBase: this.files.base,
        mount: this.mount,
        cursorSecret: Buffer.from(String(await this.installation.get('cursor_secret')), 'hex'),
        pageSize,
        readsTexts: this.readsTexts,
        withoutReverse: omitReverse,
        mayBeBehind: this.store.engine.file === undefined
      }
    }
    await this.files.refresh()
    this.#epoch = loaded
    return loaded
  }

  writing (reading: ReadContext, call: Call): WriteContext {
    return {
      ...reading,
      cache: undefined,
      runInWorker: undefined,
      mayBeBehind: false,
      actor: call.actor,
      call,
      files: this.files,
      jobs: this.jobs
    }
  }
}
