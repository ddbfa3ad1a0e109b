import type { Store } from '../db/open/store.js'
import { nearestTo } from './core/calls/unknown-keys.js'
import { OPERATOR, type Actor } from './core/calls/actor.js'
import type { Admission } from './runtime/admission/admission.js'
import { Answer, type Mount } from './core/answers/answer.js'
import { isComputed } from './resources/built-in.js'
import { Bulk } from './operations/bulk/bulk.js'
import { checkRecords, type RecordCheckOptions, type RecordCheckSummary } from './move/check/check-records.js'
import { checkFiles, type CheckOptions, type CheckSummary } from './files/check.js'
import { NotFoundError } from './core/calls/errors.js'
import type { FileServices } from './files/file-services.js'
import type { CacheCheck } from './cache/cache-check.js'
import type { AnswerCache } from './cache/answer-cache.js'
import {
  checkFullText, INDEX_FULL_TEXT, indexFullTextJob, type UnindexedDocument
} from './search/full-text/index/index-job.js'
import type { IndexKeeper } from './search/full-text/index/index-keeper.js'
import { Exporter, type Export, type ExportCall, type ExportKind, type ExportOptions } from './move/export/exporter.js'
import type { ImportOptions, ImportSummary } from './move/import/write/context.js'
import { Importer, type UndoCall } from './move/import/importer.js'
import { Tables } from './move/import/formats/tables/tables.js'
import type { UndoSummary } from './move/import/write/undo.js'
import { ImportUploads } from './move/import/uploads/uploads.js'
import { NO_EXTENSIONS, type Extensions, type OutputFormat } from './resources/definition/extensions.js'
import { Changes } from './publish/changes/changes.js'
import type { CollectionSettings } from './runtime/settings/collection-settings.js'
import type { Installation } from './runtime/settings/installation.js'
import type { JobReport } from './runtime/jobs/job-list.js'
import type { Jobs } from './runtime/jobs/jobs.js'
import { renewTitlesJob } from './resources/shared/titles/renewed-titles.js'
import { ComputedOperations } from './operations/computed-operations.js'
import { Mirrorer } from './move/mirror/mirrorer.js'
import { Monitor } from './operations/monitor.js'
import type { ComputedType, Configuration } from './resources/definition/computed-type.js'
import { Iiif } from './publish/iiif/iiif.js'
import { picturePool } from '../files/thumbnails/pool.js'
import { contextOf } from './core/answers/namespaces.js'
import type { ContextDocument } from './core/rdf/context.js'
import { Oai } from './publish/oai/oai.js'
import { Operations } from './operations/operations.js'
import { Accounts } from './access/accounts/accounts.js'
import { Keys } from './access/accounts/keys.js'
import { PasswordCheck } from './access/accounts/password-check.js'
import { Sessions } from './access/accounts/sessions.js'
import { siblingBuckets } from './access/throttles/sibling-buckets.js'
import type { BuiltInApis } from './resources/built-in.js'
import type { ResourceApi } from './resources/definition/resource-api.js'
import type { ResourceType } from './resources/definition/resource-type.js'
import { RdfInput } from './move/rdf/rdf-input.js'
import { prepare } from './operations/prepare.js'
import { openServices } from './operations/open-services.js'
import type { Services } from './resources/definition/services.js'
import { Transferrer } from './move/collection/transferrer.js'
import type { TransferOptions, TransferSummary } from './move/collection/run/transfer.js'
import { Sitemap } from './publish/sitemap/sitemap.js'
import { StoredFiles } from './files/stored-files.js'
import type { Settings } from './runtime/settings/settings.js'
import type { DataType } from './values/data-type.js'
import type { DataTypes } from './values/data-types.js'
import { VocabularyImporter } from './move/vocabulary/vocabulary-import.js'
import { Webhooks } from './publish/webhooks/webhooks.js'

/**
 * The programmatic API of one data folder. REST is a thin layer over it; the command line and embedding applications
 * call it directly.
 *
 * @example
 * const api = await Api.open({ ...defaults, data: './data' })
 * const answer = await api.items.search({ search: 'lighthouse' }, { actor: ANONYMOUS })
 */
export class Api {
  readonly settings: Settings
  readonly accounts: Accounts
  readonly keys: Keys
  readonly sessions: Sessions
  readonly installation: Installation
  /** The settings that the database stores, which `vitrine setting` changes. */
  readonly collectionSettings: CollectionSettings
  readonly store: Store
  readonly files: FileServices
  /** The stored files, as they are served. */
  readonly storedFiles: StoredFiles
  /** Imports vocabularies from RDF documents. */
  readonly vocabularies: VocabularyImporter
  /** Spreadsheets, and how they become records. */
  readonly tables: Tables
  /** Background jobs. */
  readonly jobs: Jobs
  /** Files that wait to be imported. */
  readonly importUploads: ImportUploads
  /** Mirrors other installations into this collection. */
  readonly mirrors: Mirrorer
  /** The cached answers, among them those that are made from the answers of the API. */
  readonly cache: AnswerCache
  /** Health and figures of the collection, for its operators. */
  readonly monitor: Monitor
  /** Admits, queues or refuses requests when there are too many. */
  readonly admission: Admission
  /** Detects wrong cache entries. */
  readonly cacheCheck: CacheCheck
  /** Manifests and images for IIIF viewers. */
  readonly iiif: Iiif
  /** Records for OAI-PMH harvesters. */
  readonly oai: Oai
  /** Reads resources from RDF documents. */
  readonly rdf: RdfInput
  /** Addresses of pages for search engines. */
  readonly sitemap: Sitemap
  /** Notifies webhooks of changes. */
  readonly webhooks: Webhooks
  readonly #exporter: Exporter
  /** Runs many operations on any resources in one call. */
  readonly bulk: Bulk
  readonly #extensions: Extensions
  /** The change feed: what was created, changed and deleted. */
  readonly changes: Changes
  /** Imports records from files, and undoes imports. */
  readonly imports: Importer
  readonly #transferrer: Transferrer
  readonly #mount: Mount
  readonly #indexes: IndexKeeper
  readonly #dataTypes: DataTypes
  readonly #services: Services
  readonly #resources: ReadonlyMap<string, ResourceApi>

  private constructor (settings: Settings, services: Services, types: ReadonlyArray<ResourceType | ComputedType>) {
    const users = services.types.named('users')
    const media = services.types.named('media')
    this.settings = settings
    this.store = services.store
    this.files = services.files
    this.storedFiles = new StoredFiles(services.store, services.files, settings.protectFiles, media)
    this.installation = services.installation
    this.collectionSettings = services.collectionSettings
    this.jobs = services.jobs
    this.importUploads = new ImportUploads(
      services.store, services.files, settings.uploadSpacePerAccount, services.types.named('jobs')
    )
    this.cache = services.cache
    this.monitor = new Monitor(services, () => picturePool.drawings)
    this.webhooks = new Webhooks(services, settings)
    this.vocabularies = new VocabularyImporter(services)
    this.tables = new Tables(services)
    this.#extensions = services.extensions
    this.#mount = services.mount
    this.#indexes = services.indexes
    this.#dataTypes = services.dataTypes
    this.#services = services
    const prefixes = async () => (await this.context()).json()['@context']
    this.#exporter = new Exporter(
      services, types.filter((type) => !isComputed(type)) as ResourceType[], prefixes, settings.searchThreads > 0
    )
    this.rdf = new RdfInput(services, async () => await this.context(), settings)
    this.imports = new Importer(services, this.importUploads)
    this.#transferrer = new Transferrer(services)
    this.mirrors = new Mirrorer(services, settings, (type) => this.resource(type))
    const ofImports = [this.imports.job, this.imports.undoJob, this.#transferrer.job, this.mirrors.job]
    const jobClasses = [renewTitlesJob, indexFullTextJob(this.#indexes), this.vocabularies.job, ...ofImports]
    for (const jobClass of [...jobClasses, ...(services.extensions.jobs ?? [])]) this.jobs.register(jobClass)
    const passwords = new PasswordCheck(services.store.engine.buckets ?? siblingBuckets())
    const title = async (): Promise<string> => String(await this.installation.get('installation_title') ?? '')
    this.accounts = new Accounts(services.store, users, passwords, title)
    this.sessions = new Sessions(services.store, passwords)
    this.keys = new Keys(services.store, users, () => this.resourceNames)
    const configuration = (): Configuration => ({ resourceNames: this.resourceNames, dataTypes: services.dataTypes })
    const resources = types.map((type) =>
      isComputed(type) ? new ComputedOperations(type, services.mount, configuration) : new Operations(type, services))
    this.#resources = new Map(resources.map((one) => [one.name, one]))
    this.bulk = new Bulk(services, resources.filter((one) => one instanceof Operations))
    this.iiif = new Iiif(services, settings, this)
    this.oai = new Oai(services, settings)
    this.sitemap = new Sitemap(services)
    this.changes = new Changes(services)
    this.admission = services.admission
    this.cacheCheck = services.cacheCheck
  }

  /**
   * Opens a data folder; an empty one is filled with the contents of a fresh installation.
   *
   * @param extensions what the application adds.
   * @throws TypeError before anything is opened when an extension is unknown or unusable.
   */
  static async open (settings: Settings, extensions: Extensions = NO_EXTENSIONS): Promise<Api> {
    const { services, definitions } = await openServices(settings, extensions)
    const api = new Api(settings, services, definitions)
    // Indexes what was pending when the folder was closed. Not awaited: searches wait for it themselves.
    api.#indexes.catchUp().catch(() => {})
    return api
  }

  get items (): BuiltInApis['items'] { return this.resource('items') }
  get itemSets (): BuiltInApis['item_sets'] { return this.resource('item_sets') }
  get media (): BuiltInApis['media'] { return this.resource('media') }

  get resourceNames (): readonly string[] {
    return [...this.#resources.keys()]
  }

  /**
   * The operations on a resource type, by its name in addresses.
   *
   * @throws NotFoundError
   * @example (await api.resource('vocabularies').read(1)).json()['o:prefix']
   */
  resource<N extends keyof BuiltInApis> (name: N): BuiltInApis[N]
  resource (name: string): ResourceApi
  resource (name: string): ResourceApi {
    const found = this.#resources.get(name)
    if (found === undefined) {
      const nearest = nearestTo(name, this.resourceNames)
      const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
      throw new NotFoundError(`The API does not support the "${name}" resource.${advice}`)
    }
    return found
  }

  /**
   * Sets the path under which the collection is served: the base of the addresses in answers to the embedding
   * application. Without effect when the setting `baseUrl` or an earlier registration has named it.
   */
  mountedAt (path: string): void {
    if (this.#mount.base === '') this.#mount.base = path
  }

  /** The actor of an API key; anonymous when the key is invalid. @param address IP address of the client. */
  async authenticate (identity: string, credential: string, address: string): Promise<Actor> {
    return await this.keys.authenticate(identity, credential, address)
  }

  /** The JSON-LD context that every representation refers to. */
  async context (): Promise<Answer<ContextDocument>> {
    const { namespaces } = await this.store.terms()
    const context = contextOf(namespaces, this.#extensions.context ?? {})
    return new Answer(JSON.stringify({ '@context': context }), { isLinkedData: false, mount: this.#mount })
  }

  /** Whether a resource type can be exported: its members are rows of a table. */
  isExportable (resource: string): boolean {
    return this.#exporter.has(resource)
  }

  /** Describes what `export` would return, without beginning it. @throws the errors of `export`. */
  async describeExport (options: ExportOptions, call: ExportCall = {}): Promise<ExportKind> {
    return await this.#exporter.describe(options, call)
  }

  /** Exports everything or the result of a search, as of one moment. Close the result afterwards. */
  async export (options: ExportOptions = {}, call: ExportCall = {}): Promise<Export> {
    return await this.#exporter.begin(options, call)
  }

  /** Imports the records of a file, as a job of this process; see Importer. */
  async import (options: ImportOptions): Promise<ImportSummary> {
    return await this.imports.run(options)
  }

  /** Undoes an import, as a job of this process; see Importer. */
  async undoImport (jobId: number, options?: UndoCall): Promise<UndoSummary> {
    return await this.imports.undo(jobId, options)
  }

  /** Imports a whole collection, as a job of this process; see Transferrer. */
  async importCollection (options: TransferOptions): Promise<TransferSummary> {
    return await this.#transferrer.run(options)
  }

  /** Compares the stored files with the rows that name them; see checkFiles. */
  async checkFiles (options?: CheckOptions): Promise<CheckSummary> {
    return await checkFiles(this.store, this.files, options)
  }

  /** Checks redundant data of the database, and repairs it on request; see checkRecords. Indexes repaired texts. */
  async checkRecords (options?: RecordCheckOptions): Promise<RecordCheckSummary> {
    const textOfMedia = this.files.textOf.bind(this.files)
    const summary = await checkRecords(this.store, { dataTypes: this.#dataTypes, textOfMedia }, options)
    if (summary.repaired > 0) await this.#indexes.catchUp()
    return summary
  }

  /** Documents that full-text searches cannot find, because their text could not be indexed. */
  async checkFullText (): Promise<UnindexedDocument[]> {
    return await checkFullText(this.store)
  }

  /** Rebuilds the full-text index, as a job of this process; searches keep working meanwhile. */
  async rebuildFullText (): Promise<JobReport> {
    return await this.jobs.perform(INDEX_FULL_TEXT, {}, OPERATOR)
  }

  /** Data types that the application adds. */
  get addedDataTypes (): readonly DataType[] {
    return this.#extensions.dataTypes ?? []
  }

  /** Formats of answers that the application adds. */
  get formats (): readonly OutputFormat[] {
    return this.#extensions.formats ?? []
  }

  /** Prepares what the first requests to a server would wait for (prepare.ts). The caller need not wait. */
  async prepare (): Promise<void> {
    await prepare(this.#services)
  }

  /** Finishes pending writes and closes the data folder. */
  async close (): Promise<void> {
    await this.cacheCheck.close()
    await this.webhooks.close()
    this.changes.close()
    await this.jobs.close()
    await this.rdf.close()
    await this.#exporter.close()
    await this.keys.close()
    await this.#indexes.close()
    await this.#services.searchThreads.close()
    await this.store.close()
    await this.files.close()
  }
}
