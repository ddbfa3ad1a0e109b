import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Claims } from '../../db/engine/engine.js'
import { lastValue } from '../../db/query/statements/ids.js'
import { Store } from '../../db/open/store.js'
import { lockFile } from '../../files/own/process-lock.js'
import { readByAll, ResourceTypes } from '../access/access.js'
import { BUILT_IN_TYPES, isComputed } from '../resources/built-in.js'
import { checkExtensions } from './check-extensions.js'
import type { ComputedType } from '../resources/definition/computed-type.js'
import type { Extensions } from '../resources/definition/extensions.js'
import { FileServices } from '../files/file-services.js'
import { checkNothingIsLost } from '../files/lost-database.js'
import { namedFiles } from '../files/named-files.js'
import { Jobs } from '../runtime/jobs/jobs.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import { SearchWorkers } from '../search/worker/search-workers.js'
import { Services } from '../resources/definition/services.js'
import { CollectionSettings } from '../runtime/settings/collection-settings.js'
import { Installation, NEW_INSTALLATION } from '../runtime/settings/installation.js'
import { memoryLimitsOf, type MemoryLimits } from '../runtime/settings/memory-limits.js'
import type { Settings } from '../runtime/settings/settings.js'
import { withoutTrailingSlashes } from '../core/text/trailing-slashes.js'
import { DataTypes } from '../values/data-types.js'

interface Opened {
  services: Services
  /** The resource types, built-in and added. */
  definitions: ReadonlyArray<ResourceType | ComputedType>
}

/**
 * Opens the services for the API of a data folder.
 *
 * @throws TypeError before anything is opened if an extension is unknown or unusable.
 */
export async function openServices (settings: Settings, extensions: Extensions): Promise<Opened> {
  checkExtensions(extensions)
  const dataTypes = new DataTypes(extensions.dataTypes)
  const limits = memoryLimitsOf(settings)
  if (settings.database === '') await checkNothingIsLost(settings)
  const store = await Store.open(settings.data, NEW_INSTALLATION, {
    address: settings.database,
    mustExist: settings.mustExist,
    replicas: settings.replica,
    replicaLag: settings.replicaLag,
    pageCache: limits.main.database,
    connections: settings.databaseConnections,
    wait: settings.databaseWait,
    timeout: settings.databaseTimeout
  })
  // Earlier versions stored there what facets were counted by.
  await rm(path.join(settings.data, 'facets'), { recursive: true, force: true }).catch(() => {})
  const claims = store.engine.claims ?? folderClaims(settings.data)
  await buildIndexes(store, claims)
  const installation = new Installation(store)
  // Created now, so that archives contain it: a backup itself must not write to the database.
  await installation.makeId()
  const collectionSettings = new CollectionSettings(store, installation, settings)
  const named = async (names: Parameters<typeof namedFiles>[1]) => await namedFiles(store.read, names)
  const files = await FileServices.open(settings, installation, collectionSettings, named, extensions.ingesters).catch(
    async (error: unknown) => {
      await store.close()
      throw error
    }
  )
  const definitions = [...BUILT_IN_TYPES, ...(extensions.resourceTypes ?? []).map(addedType)]
  const types = new ResourceTypes(definitions)
  const jobs = new Jobs(store, claims, types.named('jobs'))
  const services = new Services(
    store,
    installation,
    collectionSettings,
    dataTypes,
    types,
    files,
    jobs,
    extensions,
    searchThreadsOf(store, settings, limits),
    { base: withoutTrailingSlashes(settings.baseUrl) },
    limits,
    claims
  )
  return { services, definitions }
}

/** Claims among the processes that share a data folder, as lock files in it. */
function folderClaims (folder: string): Claims {
  return {
    async take (name) {
      const lock = lockFile(path.join(folder, `${name}.lock`))
      return lock && { isHeld: true, release: () => { lock.release() } }
    }
  }
}

/** Builds the indexes that an import has postponed, unless it is still running: imports are jobs. */
async function buildIndexes (store: Store, claims: Claims): Promise<void> {
  if (!store.engine.areIndexesDeferred) return
  const claim = await claims.take('jobs')
  if (claim === undefined) return
  try {
    await store.buildIndexes()
    await store.refreshStatistics()
  } finally {
    await claim.release()
  }
}

/** Above this number of values, the first search of all values would delay other requests unless a worker runs it. */
const SEARCH_IN_WORKER_ABOVE_VALUES = 50_000

function searchThreadsOf (
  store: Store, { searchThreads, searchTimeout }: Settings, { search }: MemoryLimits
): SearchWorkers {
  return new SearchWorkers(store.engine.file, {
    most: searchThreads,
    timeout: searchTimeout,
    isLarge: async () => await lastValue(store.read) > SEARCH_IN_WORKER_ABOVE_VALUES,
    changes: store.changes,
    memory: search
  })
}

/** Completes a resource type of the application: workers do not search it; by default every user may read it. */
function addedType (type: ResourceType | ComputedType): ResourceType | ComputedType {
  const guarded = { allows: readByAll, ...type }
  return isComputed(guarded) ? guarded : { ...guarded, isExtension: true, isAdded: true, hasIdList: false }
}
