import type { Collection } from './collection/collection.js'
import type { Data } from './data.js'
import { Client } from './http/client.js'
import type { Beside } from './load/beside.js'
import { changes } from './load/changes.js'
import { measureCold } from './load/cold.js'
import { measure } from './load/measure.js'
import { searches } from './load/searches.js'
import { measureWalk, WALK } from './load/walk.js'
import { BareServer } from './processes/bare-server.js'
import { VitrineServer } from './processes/server.js'
import { memoryOf } from './processes/usage.js'
import type { ColdResult, Results, WorkloadResult } from './report/results.js'
import { Samples } from './workloads/samples.js'
import type { Workload } from './workloads/workload.js'
import { workloads } from './workloads/workloads.js'

/** Factor by which uncached requests may take longer than cached ones. */
const COLD_FACTOR = 5

/** Names of all that can be measured. */
export function namesOf (collection: Collection): string[] {
  return [...workloads(collection).map(({ name }) => name), WALK.name]
}

/** Measures a collection that was imported. */
export class Bench {
  readonly #workloads: Workload[]

  /**
   * @param isWanted which workloads to measure.
   * @param say shows progress.
   */
  constructor (
    private readonly collection: Collection,
    private readonly data: Data,
    private readonly seconds: number,
    private readonly isWanted: (name: string) => boolean,
    private readonly say: (text: string) => void
  ) {
    this.#workloads = workloads(collection).filter(({ name }) => isWanted(name))
  }

  async run (): Promise<Pick<Results, 'startSeconds' | 'memory' | 'workloads' | 'cold'>> {
    const cold = await this.#cold()
    const vitrine = await VitrineServer.start(this.data.folder)
    const bare = await BareServer.start()
    try {
      await this.#checkIds(vitrine.base)
      const results = await this.#underLoad(vitrine, bare)
      return { startSeconds: vitrine.startSeconds, memory: memoryOf(vitrine.pid), workloads: results, cold }
    } finally {
      await bare.stop()
      await vitrine.stop()
    }
  }

  async #cold (): Promise<ColdResult[]> {
    const results: ColdResult[] = []
    for (const workload of this.#workloads) {
      if (workload.isSearch !== true) continue
      this.say(`${workload.title}, for the first time`)
      results.push(await measureCold(workload, this.data.folder, this.seconds * COLD_FACTOR))
    }
    return results
  }

  async #underLoad (vitrine: VitrineServer, bare: BareServer): Promise<WorkloadResult[]> {
    const results: WorkloadResult[] = []
    // Before any workload that writes, so that the walk sees the imported collection.
    if (this.isWanted(WALK.name)) {
      this.say(WALK.title)
      results.push(await measureWalk(new Samples(this.collection).pages, vitrine, bare, this.seconds))
    }
    for (const workload of this.#workloads) {
      this.say(workload.title)
      results.push(await measure(workload, vitrine, bare, this.seconds, this.#beside(workload, results)))
    }
    return results
  }

  #beside ({ beside }: Workload, results: readonly WorkloadResult[]): Beside | undefined {
    if (beside === 'changes') return changes(this.collection)
    if (beside === 'searches') return searches(this.#slowestSearch(results))
    return undefined
  }

  /** The slowest measured search; the workload `search`, if none was measured. */
  #slowestSearch (results: readonly WorkloadResult[]): Workload {
    const all = workloads(this.collection).filter(({ isSearch }) => isSearch)
    const slowness = ({ name }: Workload): number => results.find((result) => result.name === name)?.p50 ?? 0
    return all.reduce(
      (slowest, next) => (slowness(next) > slowness(slowest) ? next : slowest),
      all.find(({ name }) => name === 'search')!
    )
  }

  /** Checks that the importer assigned the ids which the requests assume. */
  async #checkIds (base: string): Promise<void> {
    const client = new Client(base)
    const samples = new Samples(this.collection)
    for (const number of [0, 1, 2]) {
      const work = samples.work(number)
      const item = await client.json<Record<string, Array<Record<string, unknown>>>>({
        path: `/api/items/${this.collection.workId(work)}`
      })
      if (item['dcterms:identifier']?.[0]?.['@value'] !== this.collection.identifier(work)) {
        throw new Error(
          'The data folder holds another collection, or the importer numbers records in another order. ' +
          'Without --keep a new one is made.'
        )
      }
    }
    client.close()
  }
}
