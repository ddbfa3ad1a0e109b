import path from 'node:path'
import { count, inArray } from 'drizzle-orm'
import type { ReplicaFigures } from '../../db/engine/engine.js'
import { isUnavailable } from '../../db/open/failures.js'
import { job } from '../../db/tables/index.js'
import { probeFolders, UnwritableFolderError } from '../../files/own/probe-folder.js'
import { UNFINISHED } from '../runtime/jobs/job-rows.js'
import { memoryFigures } from '../runtime/settings/memory-limits.js'
import type { Services } from '../resources/definition/services.js'

/** Minimum milliseconds between checks of the file store and the data folder. */
const PROBE_INTERVAL_MS = 10_000

type Condition = 'ok' | 'failing'

/** The conditions for serving requests. */
export interface Health {
  isReady: boolean
  checks: {
    /** Whether the database responds, and its tables belong to this version. */
    database: Condition
    /** Whether, at the last check, stored files were reachable and the data folder writable. */
    files: Condition
    /** Whether the server is not shutting down. */
    running: Condition
  }
  /** Why the check of the database or of the files fails. */
  reason: string | undefined
  /** The replicas of the database, in the order of the setting; whether one is used does not matter to readiness. */
  replicas: ReadonlyArray<Pick<ReplicaFigures, 'isUsed' | 'lag' | 'reason'>>
}

type Watched = Pick<
  Services,
  'admission' | 'store' | 'files' | 'cache' | 'cacheCheck' | 'limits' | 'searchThreads'
>

/** IIIF images waiting to be rendered, and their cost in pixels. */
interface Drawings { waiting: number, cost: number }

/** Reports the health of a collection, and metrics of its caches, queues and sizes. Cheap to call. */
export class Monitor {
  #isEnding = false
  /** The problem with the stored files or the data folder. */
  #filesProblem: string | undefined
  #probedAt = -Infinity

  constructor (private readonly services: Watched, private readonly drawings: () => Drawings) {}

  /** Marks the collection as not ready, so that load balancers send requests elsewhere. */
  announceEnd (): void {
    this.#isEnding = true
  }

  /** Never waits: a file store that does not respond is reported as of the last check. */
  get health (): Health {
    this.#probe()
    const { problem, replicas } = this.services.store.engine
    const checks = {
      database: conditionOf(problem === undefined),
      files: conditionOf(this.#filesProblem === undefined),
      running: conditionOf(!this.#isEnding)
    }
    return { isReady: Object.values(checks).every((condition) => condition === 'ok'), checks, reason: problem ?? this.#filesProblem, replicas }
  }

  async figures () {
    const { admission, store, cache, cacheCheck, limits, searchThreads } = this.services
    return {
      cache: cache.figures,
      cacheCheck: cacheCheck.figures,
      memory: {
        main: memoryFigures(limits.main, cache), search: searchThreads.memory, index: memoryFigures(limits.index)
      },
      queues: { searches: searchThreads.figures },
      drawings: this.drawings(),
      admission: admission.figures,
      engine: store.engine.figures,
      // Metrics that need an unavailable database are left out.
      size: await unlessUnavailable(async () => await store.engine.size()),
      jobs: await unlessUnavailable(async () => {
        return await store.read.select({ status: job.status, number: count() }).from(job)
          .where(inArray(job.status, [...UNFINISHED])).groupBy(job.status)
      })
    }
  }

  #probe (): void {
    const now = performance.now()
    if (now - this.#probedAt < PROBE_INTERVAL_MS) return
    this.#probedAt = now
    this.#checkFolders().then((problem) => { this.#filesProblem = problem }, () => {})
  }

  /** @returns why no files can be stored, without private details: folders are named relative to the data folder. */
  async #checkFolders (): Promise<string | undefined> {
    const { files } = this.services
    const tmp = files.work.parent
    const data = path.dirname(tmp)
    try {
      await probeFolders([data, tmp])
      await files.store.check()
      return undefined
    } catch (error) {
      if (!(error instanceof UnwritableFolderError)) return 'The stored files cannot be reached.'
      const { code = 'unknown error' } = error.cause as NodeJS.ErrnoException
      const name = path.relative(data, error.folder)
      return `The ${name === '' ? 'data folder' : `folder ${name} of the data folder`} cannot be written (${code}).`
    }
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
