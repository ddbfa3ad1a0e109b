import { capture } from '../http/captured.js'
import type { BareServer } from '../processes/bare-server.js'
import type { VitrineServer } from '../processes/server.js'
import type { WorkloadResult } from '../report/results.js'
import { sum } from '../statistics.js'
import type { Write } from '../workloads/writes.js'
import { load } from './load.js'
import { figures, Total } from './measure.js'

/** Clients that write at the same time. */
const CLIENTS = [1, 8]
/** Writes that warm the server up, and whose answers the bare server sends. */
const SAMPLE = 100
const CAPTURE_SECONDS = 5

/** Measures clients who write without pause. */
export async function measureFlatOut (
  { name, title, request, warming = 0 }: Write,
  vitrine: VitrineServer,
  bare: BareServer,
  seconds: number
): Promise<WorkloadResult[]> {
  let number = SAMPLE
  const next = () => request(number++)
  const answers = await capture(
    vitrine.base, Array.from({ length: SAMPLE }, (_, at) => request(at)), CAPTURE_SECONDS
  )
  const requests = answers.map((answer) => answer.request)
  await bare.learn(answers)
  for (let sent = SAMPLE; sent < warming;) {
    sent += (await load(vitrine.bases, next, seconds, 200, Math.max(...CLIENTS))).requests
  }
  const results: WorkloadResult[] = []
  for (const clients of CLIENTS) {
    const own = new Total(vitrine)
    const others = new Total(bare)
    await own.add(async () => await load(vitrine.bases, next, seconds, 200, clients))
    await others.add(async () => await load(bare.bases, requests, seconds, 200, clients))
    results.push({
      name: `${name}-${clients}`,
      title: `${title}, ${clients === 1 ? 'one client' : `${clients} clients`}`,
      different: own.latencies.length,
      bytes: Math.round(sum(answers.map(({ body }) => body.length)) / answers.length),
      ...figures(own, others)
    })
  }
  return results
}
