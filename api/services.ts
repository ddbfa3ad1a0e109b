import type { Viewer } from '../db/search/viewer.js'
import type { Store } from '../db/store.js'
import type { Call } from './call.js'
import type { Extensions } from './extensions.js'
import type { FileServices } from './files/file-services.js'
import type { SearchWorkers } from './search/worker/search-workers.js'
import { IndexKeeper } from './search/full-text/index-keeper.js'
import type { Jobs } from './jobs/jobs.js'
import { AnswerCache } from './cache/answer-cache.js'
import type { Installation } from './settings/installation.js'
import { toFlag } from './numbers.js'
import type { ReadContext } from './read-context.js'
import type { DataTypes } from './values/data-types.js'
import type { WriteContext } from './write-context.js'

type Installed = Pick<ReadContext, 'cursorSecret' | 'withoutReverse'> & { disclosesPrivate: boolean }

/** The services that the operations of all resource types share. */
export class Services {
  readonly cache: AnswerCache
  readonly indexes: IndexKeeper
  #known: { epoch: number, installed: Installed } | undefined

  /** @param cacheLimit bytes of answers that are cached, roughly. */
  constructor (
    readonly store: Store,
    readonly installation: Installation,
    readonly dataTypes: DataTypes,
    readonly files: FileServices,
    readonly jobs: Jobs,
    readonly extensions: Extensions,
    readonly workers: SearchWorkers,
    cacheLimit: number
  ) {
    this.cache = new AnswerCache(() => store.changes, cacheLimit)
    this.indexes = new IndexKeeper(store, (ingester, data) => files.textOf(ingester, data))
  }

  /** @param client identifies the client in the queue of searches, such as by IP address; absent: the account. */
  async reading (viewer: Viewer, client = String(viewer.id)): Promise<ReadContext> {
    const { disclosesPrivate, ...installed } = await this.#installed()
    return {
      database: this.store.read,
      terms: await this.store.terms(),
      dataTypes: this.dataTypes,
      viewer: { ...viewer, disclosesPrivate },
      cache: this.cache,
      runInWorker: this.workers.runner(client),
      listeners: this.extensions.representations,
      filesBase: this.files.base,
      ...installed
    }
  }

  /** The settings in the database that concern reading, loaded again only when they may have changed. */
  async #installed (): Promise<Installed> {
    const { epoch } = this.store.changes
    if (this.#known?.epoch === epoch) return this.#known.installed
    const installed = {
      cursorSecret: Buffer.from(String(await this.installation.get('cursor_secret')), 'hex'),
      withoutReverse: toFlag(await this.installation.get('disable_jsonld_reverse')),
      disclosesPrivate: toFlag(await this.installation.get('discloses_private'))
    }
    this.#known = { epoch, installed }
    return installed
  }

  writing (reading: ReadContext, call: Call): WriteContext {
    return {
      ...reading,
      cache: undefined,
      runInWorker: undefined,
      actor: call.actor,
      call,
      files: this.files,
      jobs: this.jobs
    }
  }
}
