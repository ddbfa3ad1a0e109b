import path from 'node:path'
import { count, inArray } from 'drizzle-orm'
import type { ReplicaFigures } from '../../db/engine/engine.js'
import { isUnavailable } from '../../db/open/failures.js'
import { job } from '../../db/tables/index.js'
import { probeFolders, UnwritableFolderError } from '../../files/own/probe-folder.js'
import { UNFINISHED } from '../runtime/jobs/job-rows.js'
import type { Services } from '../resources/definition/services.js'

/** Milliseconds after which the store of files and the data folder are looked at again, when somebody asks. */
const PROBE_INTERVAL = 10_000

export type Condition = 'ok' | 'failing'

/** What has to be well for requests to be answered. */
export interface Health {
  isReady: boolean
  checks: {
    /** The database answers, and its tables are those of this version. */
    database: Condition
    /** The stored files could be reached, and the data folder be written, when they were last looked at. */
    files: Condition
    /** The server is not about to end. */
    running: Condition
  }
  /** Why the check of the database or of the files fails. */
  reason: string | undefined
  /** The replicas of the database, in the order of the setting; whether one is used does not matter to readiness. */
  replicas: ReadonlyArray<Pick<ReplicaFigures, 'isUsed' | 'lag' | 'reason'>>
}

type Watched = Pick<Services, 'admission' | 'store' | 'files' | 'cache' | 'memory' | 'indexMemory' | 'searchThreads'>

/** The pictures for viewers that wait to be drawn, and what they cost, in pixels. */
interface Drawings { waiting: number, cost: number }

/** Says how a collection is: whether it can be served, and figures of its caches, queues and sizes. Cheap to ask. */
export class Monitor {
  readonly #services: Watched
  readonly #drawings: () => Drawings
  #isEnding = false
  /** What is wrong with the stored files or the data folder. */
  #filesProblem: string | undefined
  #probedAt = -Infinity

  constructor (services: Watched, drawings: () => Drawings) {
    this.#services = services
    this.#drawings = drawings
  }

  /** From now on the collection is not ready any more, so that load balancers send requests elsewhere. */
  announceEnd (): void {
    this.#isEnding = true
  }

  /** Never waits: a bucket that does not answer is known from the last look at it. */
  get health (): Health {
    this.#probe()
    const { problem, replicas } = this.#services.store
    const checks = {
      database: conditionOf(problem === undefined),
      files: conditionOf(this.#filesProblem === undefined),
      running: conditionOf(!this.#isEnding)
    }
    return { isReady: Object.values(checks).every((condition) => condition === 'ok'), checks, reason: problem ?? this.#filesProblem, replicas }
  }

  async figures () {
    const { admission, store, cache, memory, indexMemory, searchThreads } = this.#services
    return {
      cache: cache.figures,
      memory: { main: memory.figures, search: searchThreads.memory, index: indexMemory.figures },
      queues: { searches: searchThreads.figures },
      drawings: this.#drawings(),
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
    this.#checkFolders().then((problem) => { this.#filesProblem = problem }, () => {})
  }

  /** @returns why no files can be stored, for anybody to read: folders are named as in the data folder. */
  async #checkFolders (): Promise<string | undefined> {
    const { files } = this.#services
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
