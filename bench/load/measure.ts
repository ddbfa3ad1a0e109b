import { capture, type Captured } from '../http/captured.js'
import type { ClientRequest } from '../http/client.js'
import type { BareServer } from '../processes/bare-server.js'
import type { VitrineServer } from '../processes/server.js'
import { cpuTimeOf } from '../processes/usage.js'
import type { WorkloadResult } from '../report/results.js'
import { percentile, sum } from '../statistics.js'
import { differentRequests, type Workload } from '../workloads/workload.js'
import type { Beside } from './beside.js'
import { CONNECTIONS, load, type Load } from './load.js'

/** Number of different requests of a workload. */
const DIFFERENT = 200
/** Collecting Vitrine's answers for the bare server may take this many times as long as measuring. */
const CAPTURE_FACTOR = 5
const WARM_UP_SECONDS = 0.3
const LONGEST_TURN_SECONDS = 30
/** Seconds of a turn. The two servers take turns, so that other load on the computer affects both. */
const TURN_SECONDS = 1

/** Measures a workload on Vitrine and on the bare server in turns. */
export async function measure (
  workload: Workload,
  vitrine: VitrineServer,
  bare: BareServer,
  seconds: number,
  beside?: Beside
): Promise<WorkloadResult> {
  const { status = 200 } = workload
  const answers = await answersTo(workload, vitrine.base, seconds * CAPTURE_FACTOR)
  const requests = answers.map(({ request }) => request)
  // Other processes have not cached it yet.
  for (const base of vitrine.everyProcess.slice(1)) await capture(base, requests, seconds * CAPTURE_FACTOR)
  await bare.learn(answers)
  const slowTurn = Math.min(
    LONGEST_TURN_SECONDS,
    (percentile(
      answers.map(({ milliseconds }) => milliseconds),
      0.9
    ) /
      1000) *
      CONNECTIONS *
      2
  )
  // Answers pending at the end of a turn do not count, so a turn must be long enough for some.
  const turns = Math.max(1, Math.round(seconds / Math.max(TURN_SECONDS, slowTurn)))
  const turn = Math.max(seconds / turns, slowTurn)

  await load(vitrine.bases, requests, Math.max(WARM_UP_SECONDS, slowTurn / 4), status)
  await load(bare.bases, requests, WARM_UP_SECONDS, status)
  const own = new Total(vitrine)
  const others = new Total(bare)
  for (let number = 0; number < turns; number++) {
    beside?.start(vitrine.base)
    await own.add(async () => await load(vitrine.bases, requests, turn, status))
    await beside?.stop()
    await others.add(async () => await load(bare.bases, requests, turn, status))
  }

  return {
    name: workload.name,
    title: workload.title,
    different: answers.length,
    bytes: Math.round(sum(answers.map(({ body }) => body.length)) / answers.length),
    ...figures(own, others),
    ...noteOn(workload, answers, beside)
  }
}

/** Checks that different searches give different answers: a search that ignores its query would be fast, but wrong. */
function noteOn ({ isSearch }: Workload, answers: readonly Captured[], beside: Beside | undefined): { note?: string } {
  if (beside !== undefined) return { note: beside.note }
  const bodies = new Set(answers.map(({ body }) => body.toString('latin1')))
  return isSearch === true && bodies.size === 1
    ? { note: 'all answers are alike: the search seems not to be done' }
    : {}
}

async function answersTo (workload: Workload, base: string, seconds: number): Promise<Captured[]> {
  const requests = differentRequests(workload, DIFFERENT)
  const answers = await capture(base, requests, seconds)
  const { then } = workload
  if (then === undefined) return answers
  return await capture(base, answers.map((answer): ClientRequest => then(answer)), seconds)
}

/** Sum of a server's turns. */
export class Total {
  readonly latencies: number[] = []
  #seconds = 0
  #cpuSeconds = 0

  constructor (private readonly server: { readonly pids: readonly number[] }) {}

  async add (turn: () => Promise<Load>): Promise<void> {
    const before = this.#cpuTime
    const { latencies, seconds } = await turn()
    this.#cpuSeconds += this.#cpuTime - before
    this.#seconds += seconds
    for (const latency of latencies) this.latencies.push(latency)
  }

  get #cpuTime (): number {
    return cpuTimeOf(...this.server.pids) ?? NaN
  }

  get perSecond (): number {
    return this.latencies.length / this.#seconds
  }

  /** CPU time per request, in microseconds; undefined where the system does not report it. */
  get cpu (): number | undefined {
    const cpu = this.#cpuSeconds / this.latencies.length * 1e6
    return Number.isFinite(cpu) ? cpu : undefined
  }
}

/** The figures of a report for Vitrine's turns beside those of the bare server. */
export function figures (
  own: Total,
  bare: Total
): Pick<WorkloadResult, 'perSecond' | 'barePerSecond' | 'ratio' | 'p50' | 'p99' | 'cpu' | 'bareCpu'> {
  return {
    perSecond: own.perSecond,
    barePerSecond: bare.perSecond,
    ratio: own.perSecond / bare.perSecond,
    p50: percentile(own.latencies, 0.5),
    p99: percentile(own.latencies, 0.99),
    cpu: own.cpu,
    bareCpu: bare.cpu
  }
}
