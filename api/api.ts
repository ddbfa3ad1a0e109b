import path from 'node:path'
import { max } from 'drizzle-orm'
import { Store } from '../db/store.js'
import { value } from '../db/tables/index.js'
import { defaultFilesSettings } from '../files/settings.js'
import { readByAll } from './access/access.js'
import { OPERATOR, type Actor } from './access/actor.js'
import { Answer } from './answer.js'
import { BUILT_IN_TYPES, isComputed } from './built-in.js'
import { checkFiles, type CheckOptions, type CheckSummary } from './files/check.js'
import { NotFoundError } from './errors.js'
import { FileServices } from './files/file-services.js'
import { SearchWorkers } from './search/worker/search-workers.js'
import { checkFullText, type UnindexedDocument } from './search/full-text/check.js'
import type { IndexKeeper } from './search/full-text/index-keeper.js'
import type { ImportSummary } from './import/import.js'
import { Importer, type ImportCall } from './import/importer.js'
import { NO_EXTENSIONS, type Extensions, type OutputFormat } from './extensions.js'
import { Installation } from './settings/installation.js'
import { INDEX_FULL_TEXT, indexFullTextJob } from './search/full-text/index-job.js'
import { Jobs, type JobReport } from './jobs/jobs.js'
import { renewTitlesJob } from './resources/shared/renew-titles-job.js'
import { ComputedOperations } from './computed-operations.js'
import type { ComputedType, Configuration } from './computed-type.js'
import { namedFiles } from './files/named-files.js'
import { isNamespace, isPrefix } from './namespaces.js'
import { Operations } from './operations.js'
import { Accounts } from './accounts/accounts.js'
import { Keys } from './accounts/keys.js'
import { PasswordCheck } from './accounts/password-check.js'
import { Sessions } from './accounts/sessions.js'
import type { BuiltInApis } from './built-in.js'
import type { ResourceApi } from './resource-api.js'
import type { ResourceType } from './resource-type.js'
import { Services } from './services.js'
import { StoredFiles } from './files/stored-files.js'
import type { Settings } from './settings/settings.js'
import { DataTypes } from './values/data-types.js'
import { VocabularyImporter } from './vocabulary-import/vocabulary-import.js'

/** Namespaces that every context has, besides those of the vocabularies (docs/contract/http.md §11). */
const OWN_NAMESPACE = ['o', 'http://omeka.org/s/vocabs/o#'] as const
const FURTHER_NAMESPACES = [
  ['o-cnt', 'http://www.w3.org/2011/content#'],
  ['o-time', 'http://www.w3.org/2006/time#']
] as const

/**
 * The internal programmatic API of one data folder. REST is a thin layer over it; embedding applications and the
 * command line use it as it is.
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
  readonly store: Store
  readonly files: FileServices
  /** The stored files, as they are served. */
  readonly storedFiles: StoredFiles
  /** Vocabularies from RDF documents. */
  readonly vocabularies: VocabularyImporter
  /** Background jobs. */
  readonly jobs: Jobs
  readonly #extensions: Extensions
  readonly #importer: Importer
  readonly #indexes: IndexKeeper
  readonly #workers: SearchWorkers
  readonly #resources: ReadonlyMap<string, ResourceApi>

  private constructor (settings: Settings, services: Services) {
    this.settings = settings
    this.store = services.store
    this.files = services.files
    this.storedFiles = new StoredFiles(services.store, services.files.store, settings.protectFiles)
    this.installation = services.installation
    this.jobs = services.jobs
    this.vocabularies = new VocabularyImporter(services)
    this.#extensions = services.extensions
    this.#indexes = services.indexes
    this.#workers = services.workers
    this.#importer = new Importer(services)
    const jobClasses = [renewTitlesJob, indexFullTextJob(this.#indexes), this.vocabularies.job, this.#importer.job]
    for (const jobClass of [...jobClasses, ...(services.extensions.jobs ?? [])]) this.jobs.register(jobClass)
    const passwords = new PasswordCheck()
    this.accounts = new Accounts(services.store, passwords)
    this.sessions = new Sessions(services.store, passwords)
    this.keys = new Keys(services.store, () => this.resourceNames)
    const types = [...BUILT_IN_TYPES, ...(services.extensions.resourceTypes ?? []).map(addedType)]
    const configuration = (): Configuration => ({ resourceNames: this.resourceNames, dataTypes: services.dataTypes })
    this.#resources = new Map(types.map((type) => [
      type.name,
      isComputed(type) ? new ComputedOperations(type, configuration) : new Operations(type, services)
    ]))
  }

  /**
   * Opens a data folder; an empty one is filled with the contents of a fresh installation.
   *
   * @param extensions what the application adds.
   */
  static async open (settings: Settings, extensions: Extensions = NO_EXTENSIONS): Promise<Api> {
    const dataTypes = new DataTypes(extensions.dataTypes)
    const { mediaTypes, extensions: fileExtensions } = defaultFilesSettings
    const store = await Store.open(settings.data, {
      media_type_whitelist: mediaTypes,
      extension_whitelist: fileExtensions
    })
    const installation = new Installation(store)
    const named = async (names: Parameters<typeof namedFiles>[1]) => await namedFiles(store.read, names)
    const files = await FileServices.open(settings, installation, named, extensions.ingesters).catch(
      async (error: unknown) => {
        await store.close()
        throw error
      }
    )
    const jobs = new Jobs(store, path.join(settings.data, 'jobs.lock'))
    const cacheLimit = settings.memory * 1024 * 1024
    const services = new Services(
      store,
      installation,
      dataTypes,
      files,
      jobs,
      extensions,
      searchWorkers(store, settings),
      cacheLimit
    )
    const api = new Api(settings, services)
    // Indexing that was pending when the folder was closed; not awaited.
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
    if (found === undefined) throw new NotFoundError(`The API does not support the "${name}" resource.`)
    return found
  }

  /** The actor of an API key; anonymous when the key is invalid. @param address IP address of the request. */
  async authenticate (identity: string, credential: string, address: string): Promise<Actor> {
    return await this.keys.authenticate(identity, credential, address)
  }

  /**
   * The JSON-LD context that every representation names. Vocabularies that no context may hold, which older versions
   * accepted, are left out: they would make every document with this context invalid.
   */
  async context (): Promise<Answer> {
    const { namespaces } = await this.store.terms()
    const taken = new Set([...namespaces.keys(), ...[OWN_NAMESPACE, ...FURTHER_NAMESPACES].map(([prefix]) => prefix)])
    const added = Object.entries(this.#extensions.context ?? {}).filter(([prefix]) => !taken.has(prefix))
    const all = [OWN_NAMESPACE, ...namespaces, ...FURTHER_NAMESPACES, ...added]
    const valid = all.filter(([prefix, namespace]) => isPrefix(prefix) && isNamespace(namespace))
    return new Answer(JSON.stringify({ '@context': Object.fromEntries(valid) }), { isLinkedData: false })
  }

  /** Rows a page when a request does not say. */
  async pageSize (): Promise<number> {
    return await this.installation.pageSize()
  }

  /** Imports the records of a file, as a job of this process; see Importer. */
  async import (options: ImportCall): Promise<ImportSummary> {
    return await this.#importer.run(options)
  }

  /** Compares the stored files with the rows that name them; see checkFiles. */
  async checkFiles (options?: CheckOptions): Promise<CheckSummary> {
    return await checkFiles(this.store, this.files, options)
  }

  /** Documents that full-text searches cannot find, because their text could not be indexed. */
  async checkFullText (): Promise<UnindexedDocument[]> {
    return await checkFullText(this.store)
  }

  /** Rebuilds the full-text index, as a job of this process; searches keep working meanwhile. */
  async rebuildFullText (): Promise<JobReport> {
    return await this.jobs.perform(INDEX_FULL_TEXT, {}, OPERATOR)
  }

  /** Formats of answers that the application adds. */
  get formats (): readonly OutputFormat[] {
    return this.#extensions.formats ?? []
  }

  /** Finishes pending writes and closes the data folder. */
  async close (): Promise<void> {
    await this.jobs.close()
    await this.keys.close()
    await this.#indexes.close()
    await this.#workers.close()
    await this.store.close()
    await this.files.close()
  }
}

/**
 * From this number of values on, even the first search of all values would delay other requests: start workers first.
 */
const LARGE = 50_000

function searchWorkers (store: Store, { searchThreads, searchTimeout }: Settings): SearchWorkers {
  const isLarge = async (): Promise<boolean> =>
    ((await store.read.select({ last: max(value.id) }).from(value))[0]?.last ?? 0) > LARGE
  return new SearchWorkers(store.file, { most: searchThreads, timeout: searchTimeout, isLarge })
}

/** Prepares a resource type of the application: not searched in workers; unless it says otherwise, readable by all. */
function addedType (type: ResourceType | ComputedType): ResourceType | ComputedType {
  const guarded = { allows: readByAll, ...type }
  return isComputed(guarded) ? guarded : { ...guarded, isExtension: true, keepsIdList: false }
}
