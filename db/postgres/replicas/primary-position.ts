import { Probe } from '../connection/probe.js'
import type { Servers } from '../connection/servers.js'

/** Reads the position of the primary's write-ahead log, in bytes. */
const POSITION_QUERY = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"

/** Milliseconds between two reads of the position without commits, and after a failed one. */
const INTERVAL_MS = 500

/** Number of positions stored with their time; beyond it, every other one is dropped. */
const MAX_SAMPLES = 1024

/** The position of the primary's write-ahead log: everything committed is in the log up to there. */
export class PrimaryPosition {
  /**
   * Position that a replica must have replayed to contain every commit that this process may know; undefined: not read
   * from the primary yet.
   */
  #required: number | undefined
  /** Whether the primary responded to the last query. */
  isAnswered = true
  #respondedAt = performance.now()
  #commits = 0
  #isReading = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #samples: Array<{ position: number, at: number }> = []
  readonly #probe: Probe
  readonly #listener: () => void

  /** @param listener called when `required` becomes known. */
  constructor (servers: Servers, listener: () => void) {
    this.#probe = new Probe(servers)
    this.#listener = listener
  }

  get required (): number | undefined {
    return this.#required
  }

  /** Call it after each commit of this process, and before commits of others are processed. */
  outdate (): void {
    this.#commits++
    this.#required = undefined
    this.#read().catch(() => {})
  }

  /**
   * For how many seconds the primary has been ahead of a position; counted from its last response if it does not
   * respond.
   */
  lagOf (position: number): number {
    let at = this.#samples.length
    while (at > 0 && this.#samples[at - 1]!.position > position) at--
    const since = this.#samples[at]?.at ?? (this.isAnswered ? undefined : this.#respondedAt)
    return since === undefined ? 0 : (performance.now() - since) / 1000
  }

  /** Identifier of the primary's cluster, which its replicas share; undefined: this account may not read it. */
  async cluster (): Promise<unknown> {
    return await clusterOf(this.#probe)
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#probe.close()
  }

  async #read (): Promise<void> {
    if (this.#isReading || this.#isClosed) return
    this.#isReading = true
    clearTimeout(this.#timer)
    try {
      for (let commits; commits !== this.#commits;) {
        commits = this.#commits
        const [position] = await this.#probe.query(POSITION_QUERY) as [number]
        this.isAnswered = true
        this.#respondedAt = performance.now()
        this.#remember(position)
        if (commits === this.#commits && this.#required === undefined) {
          this.#required = position
          this.#listener()
        }
      }
    } catch {
      this.isAnswered = false
    } finally {
      this.#isReading = false
      if (!this.#isClosed) this.#timer = setTimeout(() => { this.#read().catch(() => {}) }, INTERVAL_MS).unref()
    }
  }

  #remember (position: number): void {
    const last = this.#samples.at(-1)
    if (last?.position === position) return
    // A replica has become the primary before it had received everything.
    if (last !== undefined && last.position > position) this.#samples = []
    this.#samples.push({ position, at: performance.now() })
    if (this.#samples.length > MAX_SAMPLES) this.#samples = this.#samples.filter((_, at) => at % 2 === 0)
  }
}

export async function clusterOf (probe: Probe): Promise<unknown> {
  return await probe.query('SELECT system_identifier::text FROM pg_control_system()')
    .then(([name]) => name, () => undefined)
}
