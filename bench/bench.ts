import type { Collection } from './collection/collection.js'
import { Client } from './http/client.js'
import { measureAfterWrites } from './load/after-write.js'
import type { Beside } from './load/beside.js'
import { changes } from './load/changes.js'
import { measureCold } from './load/cold.js'
import { measureFacets } from './load/facets.js'
import { measureFlatOut } from './load/flat-out.js'
import { measure } from './load/measure.js'
import { measureMix } from './load/mix.js'
import { searches as searching } from './load/searches.js'
import { measureWalk } from './load/walk.js'
import { BareServer } from './processes/bare-server.js'
import type { VitrineServer } from './processes/server.js'
import { cacheSizes } from './processes/cache-sizes.js'
import { memoryOf } from './processes/usage.js'
import type { LatencyResult, Results, WorkloadResult } from './report/results.js'
import type { Selection } from './selection.js'
import { Samples } from './workloads/samples.js'
import { facets, type FacetWorkload } from './workloads/facets.js'
import { searches } from './workloads/searches.js'
import type { Workload } from './workloads/workload.js'
import { workloads } from './workloads/workloads.js'
import { writes } from './workloads/writes.js'

/** Factor by which uncached requests may take longer than cached ones. */
const COLD_FACTOR = 5

/** Factor for facets, each of which is counted at least once. */
const FACETS_FACTOR = 10

/** Workloads that read right after a write, besides searches. */
const AFTER_WRITE = new Set(['read', 'page', 'html', 'deep'])

/** Names of all workloads. */
export function namesOf (collection: Collection): string[] {
  return [...new Set([...workloads(collection), ...searches(collection)].map(({ name }) => name))]
}

export interface BenchOptions {
  collection: Collection
  /** Starts what is measured. */
  start: () => Promise<VitrineServer>
  seconds: number
  selection: Selection
  /** Shows progress. */
  say: (text: string) => void
}

type Measured = Omit<Results, 'vitrine' | 'node' | 'scale' | 'museums' | 'seconds' | 'connections' | 'import'>

/** Measures a collection that was imported. */
export class Bench {
  constructor (private readonly options: BenchOptions) {}

  async run (): Promise<Measured> {
    const cold = await this.#cold()
    const counted = await this.#facets()
    const vitrine = await this.options.start()
    const bare = await BareServer.start()
    try {
      await this.#checkIds(vitrine.base)
      const results = await this.#underLoad(vitrine, bare)
      const afterWrite = await this.#afterWrites(vitrine)
      await this.#countAll(vitrine)
      return {
        startSeconds: vitrine.startSeconds,
        memory: memoryOf(vitrine.pid),
        anonymousMemory: memoryOf(vitrine.pid, 'RssAnon'),
        peakMemory: memoryOf(vitrine.pid, 'VmHWM'),
        cacheMemory: await cacheSizes(vitrine.base),
        workloads: results,
        cold,
        afterWrite,
        facets: counted
      }
    } finally {
      await bare.stop()
      await vitrine.stop()
    }
  }

  async #cold (): Promise<LatencyResult[]> {
    const { collection, start, seconds, selection, say } = this.options
    const results: LatencyResult[] = []
    for (const workload of searches(collection)) {
      if (!selection.hasWorkload('cold', workload.name)) continue
      say(`${workload.title}, for the first time`)
      results.push(await measureCold(workload, start, seconds * COLD_FACTOR))
    }
    return results
  }

  async #facets (): Promise<LatencyResult[]> {
    const { collection, start, seconds, selection, say } = this.options
    const results: LatencyResult[] = []
    if (!selection.has('facets')) return results
    for (const workload of facets(collection)) {
      say(workload.title)
      results.push(await measureFacets(workload, collection, start, seconds * FACETS_FACTOR))
    }
    return results
  }

  /** Run last, so that the reported memory includes the groups of facets. */
  async #countAll (vitrine: VitrineServer): Promise<void> {
    if (!this.options.selection.has('facets')) return
    const client = new Client(vitrine.base)
    const [{ round, request }] = facets(this.options.collection) as [FacetWorkload]
    for (let number = 0; number < round; number++) await client.expect({ path: request(number).path })
    client.close()
  }

  async #underLoad (vitrine: VitrineServer, bare: BareServer): Promise<WorkloadResult[]> {
    const { collection, seconds, selection, say } = this.options
    const results: WorkloadResult[] = []
    // Before all that writes, so that the walk sees the imported collection.
    if (selection.has('walk')) {
      say('the whole list')
      results.push(await measureWalk(new Samples(collection).pages, vitrine, bare, seconds))
    }
    for (const workload of workloads(collection)) {
      if (!selection.hasWorkload('load', workload.name)) continue
      say(workload.title)
      results.push(await measure(workload, vitrine, bare, seconds, this.#beside(workload, results)))
    }
    if (selection.has('mix')) {
      say('mixture of reads')
      results.push(...await measureMix(collection, vitrine, bare, seconds))
    }
    for (const write of selection.has('writes') ? writes(collection) : []) {
      say(write.title)
      results.push(...await measureFlatOut(write, vitrine, bare, seconds))
    }
    return results
  }

  async #afterWrites (vitrine: VitrineServer): Promise<LatencyResult[]> {
    const { collection, seconds, selection, say } = this.options
    const reads = workloads(collection).filter(({ name }) => AFTER_WRITE.has(name))
    const results: LatencyResult[] = []
    for (const workload of [...reads, ...searches(collection)]) {
      if (!selection.hasWorkload('after-write', workload.name)) continue
      say(`${workload.title}, just after a write`)
      results.push(await measureAfterWrites(workload, collection, results.length, vitrine, seconds * COLD_FACTOR))
    }
    return results
  }

  #beside ({ beside }: Workload, results: readonly WorkloadResult[]): Beside | undefined {
    if (beside === 'changes') return changes(this.options.collection)
    if (beside === 'searches') return searching(this.#slowestSearch(results))
    return undefined
  }

  /** The slowest measured search; the workload `search`, if none was measured. */
  #slowestSearch (results: readonly WorkloadResult[]): Workload {
    const all = workloads(this.options.collection).filter(({ isSearch }) => isSearch)
    const slowness = ({ name }: Workload): number => results.find((result) => result.name === name)?.p50 ?? 0
    return all.reduce(
      (slowest, next) => (slowness(next) > slowness(slowest) ? next : slowest),
      all.find(({ name }) => name === 'search')!
    )
  }

  /** Checks that the importer assigned the ids which the requests assume. */
  async #checkIds (base: string): Promise<void> {
    const { collection } = this.options
    const client = new Client(base)
    const samples = new Samples(collection)
    for (const number of [0, 1, 2]) {
      const work = samples.work(number)
      const item = await client.json<Record<string, Array<Record<string, unknown>>>>({
        path: `/api/items/${collection.workId(work)}`
      })
      if (item['dcterms:identifier']?.[0]?.['@value'] !== collection.identifier(work)) {
        throw new Error(
          'The data folder holds another collection, or the importer numbers records in another order. ' +
          'Without --keep a new one is made.'
        )
      }
    }
    client.close()
  }
}
