import type { Collection } from '../collection/collection.js'
import { capture } from '../http/captured.js'
import { Client } from '../http/client.js'
import type { BareServer } from '../processes/bare-server.js'
import type { VitrineServer } from '../processes/server.js'
import type { WorkloadResult } from '../report/results.js'
import { sum } from '../statistics.js'
import { mix } from '../workloads/mix.js'
import { catalogue } from '../workloads/writes.js'
import { atRest } from './at-rest.js'
import { Beside } from './beside.js'
import { load } from './load.js'
import { figures, Total } from './measure.js'

/** Writes a second beside which readers are measured. */
const WRITES = [0, 5, 50]
/** Connections of those who write. */
const WRITERS = 4
/** The levels take turns, for the longer a server runs, the more answers it keeps. */
const ROUNDS = 3
/**
 * Writes before anything is measured. Until it has done so many, V8 interprets part of what writes take, and compiles
 * the rest meanwhile: a write costs half as much again as on a server that runs for some minutes.
 */
const WARMING_WRITES = 1500
/** Requests before anything is measured, for much is asked for the first time then; and the most turns for them. */
const WARMING_REQUESTS = 4000
const WARMING_TURNS = 10
/** Seconds before each turn in which the server gets used to its level. */
const SETTLING_SECONDS = 1
/** Different answers of the bare server. */
const SAMPLE = 300
const CAPTURE_SECONDS = 10

/** Measures readers that send a mixture of requests, beside no writes, a few and many. */
export async function measureMix (
  collection: Collection,
  vitrine: VitrineServer,
  bare: BareServer,
  seconds: number
): Promise<WorkloadResult[]> {
  const request = mix(collection)
  let sent = 0
  const next = () => request(sent++)
  await warmUpWrites(collection, vitrine.base)
  // Otherwise what is measured without writes competes with the indexing of those that came before.
  await atRest(vitrine)
  const readers = async (time: number) => await load(vitrine.bases, next, time)
  let warm = 0
  for (let turn = 0; turn < WARMING_TURNS && warm < WARMING_REQUESTS; turn++) warm += (await readers(seconds)).requests

  const levels = WRITES.map((perSecond) => ({
    perSecond,
    total: new Total(vitrine),
    writers: perSecond === 0 ? undefined : writersOf(collection, perSecond)
  }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { total, writers } of levels) {
      writers?.start(vitrine.base)
      await readers(SETTLING_SECONDS)
      await total.add(async () => await readers(seconds))
      await writers?.stop()
    }
  }

  const answers = await capture(
    vitrine.base, Array.from({ length: SAMPLE }, (_, number) => request(number)), CAPTURE_SECONDS
  )
  await bare.learn(answers)
  const others = new Total(bare)
  let asked = 0
  const again = () => answers[asked++ % answers.length]!.request
  await others.add(async () => await load(bare.bases, again, seconds))

  const quiet = levels[0]!.total.perSecond
  return levels.map(({ perSecond, total, writers }) => ({
    name: `mix-${perSecond}`,
    title: `mixture of reads, ${perSecond === 0 ? 'no writes' : `${perSecond} writes/s`}`,
    different: new Set(Array.from({ length: sent }, (_, number) => request(number).path)).size,
    bytes: Math.round(sum(answers.map(({ body }) => body.length)) / answers.length),
    ...figures(total, others),
    ...(writers !== undefined && {
      ofQuiet: total.perSecond / quiet,
      writesPerSecond: writers.perSecond,
      note:
        `${(total.perSecond / quiet).toFixed(2)} of those without; ` +
        `${writers.perSecond.toFixed(1)} writes/s were reached, ${writers.note}`
    })
  }))
}

async function warmUpWrites (collection: Collection, base: string): Promise<void> {
  const client = new Client(base)
  const write = writesOf(collection, 1)
  for (let number = 0; number < WARMING_WRITES; number++) await write(client, number)
  client.close()
}

function writersOf (collection: Collection, perSecond: number): Beside {
  return new Beside('writes', writesOf(collection, perSecond), 1000 / perSecond, WRITERS)
}

/** Each series writes other titles, so that every write is a change. */
function writesOf (collection: Collection, series: number): (client: Client, number: number) => Promise<unknown> {
  const from = series * 1_000_000
  return async (client, number) => await client.expect(catalogue(collection, from + number))
}
