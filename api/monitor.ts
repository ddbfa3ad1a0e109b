import { count, inArray } from 'drizzle-orm'
import type { ReplicaFigures } from '../db/engine.js'
import { isUnavailable } from '../db/failures.js'
import { job } from '../db/tables/index.js'
import { UNFINISHED } from './jobs/job-rows.js'
import type { Services } from './services.js'

/** Milliseconds after which the store of files is looked at again, when somebody asks. */
const PROBE_INTERVAL = 10_000

export type Condition = 'ok' | 'failing'

/** What has to be well for requests to be answered. */
export interface Health {
  isReady: boolean
  checks: {
    /** The database answers, and its tables are those of this version. */
    database: Condition
    /** The stored files could be reached when they were last looked at. */
    files: Condition
    /** The server is not about to end. */
    running: Condition
  }
  /** Why the check of the database fails. */
  reason: string | undefined
  /** The replicas of the database, in the order of the setting; whether one is used does not matter to readiness. */
  replicas: ReadonlyArray<Pick<ReplicaFigures, 'isUsed' | 'lag' | 'reason'>>
}

type Watched = Pick<Services, 'admission' | 'store' | 'files' | 'cache' | 'memory' | 'indexMemory' | 'searchThreads'>

/** Says how a collection is: whether it can be served, and figures of its caches, queues and sizes. Cheap to ask. */
export class Monitor {
  readonly #services: Watched
  #isEnding = false
  #areFilesThere = true
  #probedAt = -Infinity

  constructor (services: Watched) {
    this.#services = services
  }

  /** From now on the collection is not ready any more, so that load balancers send requests elsewhere. */
  announceEnd (): void {
    this.#isEnding = true
  }

  /** Never waits: a bucket that does not answer is known from the last look at it. */
  get health (): Health {
    this.#probe()
    const { problem: reason, replicas } = this.#services.store
    const checks = {
      database: conditionOf(reason === undefined),
      files: conditionOf(this.#areFilesThere),
      running: conditionOf(!this.#isEnding)
    }
    return { isReady: Object.values(checks).every((condition) => condition === 'ok'), checks, reason, replicas }
  }

  async figures () {
    const { admission, store, cache, memory, indexMemory, searchThreads } = this.#services
    return {
      cache: cache.figures,
      memory: { main: memory.figures, ...searchThreads.memory, index: indexMemory.figures },
      queues: searchThreads.figures,
      admission: admission.figures,
      engine: store.figures,
      // What only a database could tell that cannot be reached is left out.
      size: await unlessUnavailable(async () => await store.size()),
      jobs: await unlessUnavailable(async () => {
        return await store.read.select({ status: job.status, number: count() }).from(job)
          .where(inArray(job.status, [...UNFINISHED])).groupBy(job.status)
      })
    }
  }

  #probe (): void {
    const now = performance.now()
    if (now - this.#probedAt < PROBE_INTERVAL) return
    this.#probedAt = now
    this.#services.files.store.check().then(
      () => { this.#areFilesThere = true },
      () => { this.#areFilesThere = false }
    )
  }
}

async function unlessUnavailable<T> (work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}

function conditionOf (isWell: boolean): Condition {
  return isWell ? 'ok' : 'failing'
}
