import { captured, type Captured } from '../http/captured.js'
import { Client } from '../http/client.js'
import type { BareServer } from '../processes/bare-server.js'
import type { VitrineServer } from '../processes/server.js'
import type { WorkloadResult } from '../report/results.js'
import { sum } from '../statistics.js'
import type { Load } from './load.js'
import { figures, Total } from './measure.js'

/** Number of pages that the bare server has in memory; all pages would not fit. */
const RECORDED_RESPONSES = 200

const WALK = { name: 'walk', title: 'the whole list, page after page' }

/** Walking Vitrine may take this many times as long as the bare server is asked. */
const WALK_FACTOR = 10

/**
 * Follows the `next` links, as harvesters do: one request at a time, to the last page or until that takes too long.
 */
export async function measureWalk (
  expectedPages: number,
  vitrine: VitrineServer,
  bare: BareServer,
  seconds: number
): Promise<WorkloadResult> {
  const recorded: Captured[] = []
  const own = new Total(vitrine)
  const recordEvery = Math.ceil(expectedPages / RECORDED_RESPONSES)
  await own.add(async () => await walk(vitrine.base, recordEvery, recorded, seconds * WALK_FACTOR))
  await bare.learn(recorded)
  const others = new Total(bare)
  await others.add(async () => await goRound(bare.base, recorded, seconds))
  return {
    ...WALK,
    different: own.latencies.length,
    bytes: Math.round(sum(recorded.map(({ body }) => body.length)) / recorded.length),
    ...figures(own, others)
  }
}

async function walk (base: string, recordEvery: number, recorded: Captured[], seconds: number): Promise<Load> {
  const client = new Client(base)
  const latencies: number[] = []
  const begin = performance.now()
  let path: string | undefined = '/api/items'
  while (path !== undefined && performance.now() - begin < seconds * 1000) {
    const request = { path }
    const response = await client.expect(request)
    if (latencies.length % recordEvery === 0) recorded.push(captured(request, response))
    latencies.push(response.milliseconds)
    const [, next] = /<([^<>]+)>; rel="next"/.exec(response.headers.link ?? '') ?? []
    path = next?.slice(base.length)
  }
  client.close()
  return { requests: latencies.length, seconds: (performance.now() - begin) / 1000, latencies }
}

/** Requests the pages that the bare server has, repeatedly. */
async function goRound (base: string, pages: readonly Captured[], seconds: number): Promise<Load> {
  const client = new Client(base)
  const latencies: number[] = []
  const begin = performance.now()
  while (performance.now() - begin < seconds * 1000) {
    latencies.push((await client.expect(pages[latencies.length % pages.length]!.request)).milliseconds)
  }
  client.close()
  return { requests: latencies.length, seconds: (performance.now() - begin) / 1000, latencies }
}
