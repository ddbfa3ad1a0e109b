import { setTimeout as pause } from 'node:timers/promises'
import { Ledger, sha256, type Found } from '../kills/ledger.js'
import type { Context, Torture } from '../torture.js'
import { Balancer } from './balancer.js'
import { Cluster } from './cluster.js'
import { Load } from './load.js'
import { ENDINGS, Tally } from './tally.js'

const WRITERS = 4
const READERS = 2
/** Milliseconds after which everything must be well again. */
const LONGEST_RECOVERY = 60_000
/** Number of files that are read completely after each fault. */
const FILES_READ = 10

/** Something breaks, and is brought back. */
interface Fault {
  name: string
  /** @returns what repairs it, if it must be repaired. */
  inject (cluster: Cluster): Promise<(() => Promise<void>) | undefined>
  /** Milliseconds that it lasts, in a short run and in a long one. */
  lasts: readonly [short: number, long: number]
  /** Whether readers name the position of what was written last (load.ts). */
  namesPosition?: boolean
}

const FAULTS: readonly Fault[] = [{
  name: 'a node is killed',
  lasts: [2000, 5000],
  inject: async (cluster) => {
    await cluster.nodes[0]!.kill()
    return async () => { await cluster.restart(0) }
  }
}, {
  name: 'the replica is killed',
  lasts: [2000, 10_000],
  inject: async ({ replica }) => {
    await replica.kill()
    return async () => { await replica.begin() }
  }
}, {
  name: 'the primary is killed',
  lasts: [2000, 5000],
  namesPosition: true,
  inject: async ({ primary }) => {
    await primary.kill()
    return async () => { await primary.begin() }
  }
}, {
  name: 'all connections are cut',
  lasts: [1000, 5000],
  inject: async (cluster) => {
    await cluster.cut('true')
    return undefined
  }
}, {
  name: 'announcements are cut',
  lasts: [3000, 10_000],
  inject: async (cluster) => {
    const cut = setInterval(() => { cluster.cut("application_name = 'vitrine listening'").catch(() => {}) }, 100)
    return async () => { clearInterval(cut) }
  }
}, {
  name: 'the storage of files is away',
  lasts: [10_000, 30_000],
  inject: async (cluster) => {
    await cluster.endStorage()
    return async () => { await cluster.beginStorage() }
  }
}, {
  name: 'the disk of the primary is full',
  lasts: [4000, 15_000],
  inject: async (cluster) => await cluster.fillDisk()
}]

export const faults: Torture = {
  name: 'faults',
  description: 'three nodes on PostgreSQL under load: nodes, servers, connections, storage and disks fail and come back',
  async run (context) {
    await new Faults(context).run()
  }
}

class Faults {
  readonly #ledger = new Ledger()
  readonly #cluster: Cluster

  constructor (private readonly context: Context) {
    this.#cluster = new Cluster(context.folder)
  }

  async run (): Promise<void> {
    const { report } = this.context
    try {
      await this.#cluster.begin()
      for (const fault of FAULTS) {
        if (fault.name.startsWith('the disk') && !this.#cluster.isDiskSmall) {
          report.notes.push(`${fault.name}: left out, because no tmpfs can be mounted here`)
          continue
        }
        await this.#suffer(fault)
      }
      const lines = this.#cluster.nodes.flatMap((node) => node.log.split('\n').filter((line) => /uncaught|unhandled/i.test(line)))
      for (const line of lines) report.fault(`a node logged ${line}`)
    } finally {
      for (const fault of await this.#cluster.end()) report.fault(fault)
    }
    report.notes.push(`${this.#ledger.size} items were acknowledged`)
  }

  async #suffer ({ name, lasts, namesPosition = false, inject }: Fault): Promise<void> {
    const { random, report, scaled } = this.context
    const balancer = new Balancer(this.#cluster.bases, random, report)
    const load = new Load(balancer, this.#ledger, this.#cluster.accounts.authorization.editor!, random, report)
    load.namesPosition = namesPosition
    load.begin(WRITERS, READERS)
    await pause(scaled(1000, 3000))
    const calm = balancer.tally
    if (calm.lastFailure !== undefined) report.fault(`before ${name}: ${describe(calm)}`)
    const tally = balancer.tally = new Tally()
    const begin = performance.now()
    const bringBack = await inject(this.#cluster)
    report.kills++
    if (bringBack !== undefined) await pause(scaled(...lasts))
    await bringBack?.()
    const back = performance.now()
    await this.#wellAgain()
    await pause(scaled(2000, 5000))
    const after = balancer.tally = new Tally()
    await pause(scaled(1000, 3000))
    await load.end()
    balancer.close()
    const last = tally.lastFailure ?? begin
    const ending = last > back ? `the last failed ${seconds(last - back)} after it` : 'none failed after it'
    report.notes.push(`${name} for ${seconds(back - begin)}: ${describe(tally)}; ${ending}`)
    for (const [answer, times] of tally.strange) report.fault(`${name}: ${answer} (${times} times)`)
    if (after.lastFailure !== undefined) report.fault(`after ${name}: ${describe(after)}`)
    await this.#verify(name)
  }

  async #wellAgain (): Promise<void> {
    const end = performance.now() + LONGEST_RECOVERY
    for (const { base } of this.#cluster.nodes) {
      while (!await fetch(`${base}/health`).then(({ ok }) => ok, () => false)) {
        if (performance.now() > end) throw new Error(`${base} is not well again: ${await (await fetch(`${base}/health`)).text()}`)
        await pause(50)
      }
    }
  }

  /** Whether all nodes serve what was acknowledged, and files are what was uploaded. */
  async #verify (name: string): Promise<void> {
    const { report } = this.context
    const headers = { authorization: this.#cluster.accounts.authorization.editor! }
    const shown = await Promise.all(this.#cluster.bases.map(async (base) => {
      return await (await fetch(`${base}/api/items?per_page=99999`, { headers })).text()
    }))
    const [first, ...others] = shown.map((text, at) => text.replaceAll(this.#cluster.bases[at]!, ''))
    if (others.some((text) => text !== first)) report.fault(`after ${name}: nodes differ`)
    for (const fault of this.#ledger.compare(JSON.parse(shown[0]!) as Found[])) report.fault(`after ${name}: ${fault}`)
    const [base] = this.#cluster.bases
    const withFiles = this.#ledger.ids.filter((id) => this.#ledger.stateOf(id)?.sha256 !== undefined)
    for (const id of withFiles.slice(-FILES_READ)) {
      const [media] = await (await fetch(`${base}/api/media?item_id=${id}`, { headers })).json() as Array<Record<string, string>>
      const answer = await fetch(media!['o:original_url']!)
      const content = Buffer.from(await answer.arrayBuffer())
      if (sha256(content) !== this.#ledger.stateOf(id)!.sha256) report.fault(`after ${name}: the file of item ${id} differs`)
    }
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

function describe ({ counts, longest }: Tally): string {
  const parts = ENDINGS.map((ending) => `${counts[ending]} ${ending}`)
  return `${parts.join(', ')}; the longest took ${seconds(longest)}`
}
