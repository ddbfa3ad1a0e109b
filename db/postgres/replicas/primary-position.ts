import { Probe } from '../connection/probe.js'
import type { Servers } from '../connection/servers.js'

/** How far the primary has written its log, in bytes. */
const QUESTION = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"

/** Milliseconds between two questions while nobody commits, and after one without an answer. */
const INTERVAL = 500

/** Positions of which it is known when the primary reached them; from then on every other one is forgotten. */
const MOST_SAMPLES = 1024

/** How far the log of the primary has come: what is committed is in its log up to there. */
export class PrimaryPosition {
  /**
   * Position up to which a replica must have come to know all that this process may have heard of; undefined: the
   * primary has not said it yet.
   */
  #required: number | undefined
  /** Whether the primary has answered the last question. */
  isAnswered = true
  #answeredAt = performance.now()
  #commits = 0
  #isAsking = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #samples: Array<{ position: number, at: number }> = []
  readonly #probe: Probe
  readonly #listener: () => void

  /** @param listener is called when `required` has become known. */
  constructor (servers: Servers, listener: () => void) {
    this.#probe = new Probe(servers)
    this.#listener = listener
  }

  get required (): number | undefined {
    return this.#required
  }

  /** Call it after each commit of this process, and before anything is made of the news that another has committed. */
  outdate (): void {
    this.#commits++
    this.#required = undefined
    this.#ask().catch(() => {})
  }

  /** For how many seconds the primary has been further than a position; while it does not answer, it may be. */
  lagOf (position: number): number {
    let at = this.#samples.length
    while (at > 0 && this.#samples[at - 1]!.position > position) at--
    const since = this.#samples[at]?.at ?? (this.isAnswered ? undefined : this.#answeredAt)
    return since === undefined ? 0 : (performance.now() - since) / 1000
  }

  /** Which cluster the primary belongs to, as its replicas do; undefined: this account may not know. */
  async cluster (): Promise<unknown> {
    return await clusterOf(this.#probe)
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#probe.close()
  }

  async #ask (): Promise<void> {
    if (this.#isAsking || this.#isClosed) return
    this.#isAsking = true
    clearTimeout(this.#timer)
    try {
      for (let commits; commits !== this.#commits;) {
        commits = this.#commits
        const [position] = await this.#probe.ask(QUESTION) as [number]
        this.isAnswered = true
        this.#answeredAt = performance.now()
        this.#remember(position)
        if (commits === this.#commits && this.#required === undefined) {
          this.#required = position
          this.#listener()
        }
      }
    } catch {
      this.isAnswered = false
    } finally {
      this.#isAsking = false
      if (!this.#isClosed) this.#timer = setTimeout(() => { this.#ask().catch(() => {}) }, INTERVAL).unref()
    }
  }

  #remember (position: number): void {
    const last = this.#samples.at(-1)
    if (last?.position === position) return
    // A replica became the primary before it had received everything.
    if (last !== undefined && last.position > position) this.#samples = []
    this.#samples.push({ position, at: performance.now() })
    if (this.#samples.length > MOST_SAMPLES) this.#samples = this.#samples.filter((_, at) => at % 2 === 0)
  }
}

export async function clusterOf (probe: Probe): Promise<unknown> {
  return await probe.ask('SELECT system_identifier::text FROM pg_control_system()')
    .then(([name]) => name, () => undefined)
}
