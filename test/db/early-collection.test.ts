import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import t from 'tap'
import { collectEarly } from '../../db/early-collection.js'
import { resultOfProgram } from '../result-of-program.js'

/** With this argument the file is the program that is tested. */
const PROGRAM = 'program'

const MEGABYTE = 1024 ** 2

/**
 * Made in each round, and kept for some rounds, which is long enough for V8 to take them for old. Few at once, for on a
 * slow computer a collection takes long, and then there is none for ten times as long.
 */
const OBJECTS = 1250
const KEPT_ROUNDS = 20
const ROUNDS = 200

/** Megabytes by which the heap grows at the most while objects come and go. */
async function growth (): Promise<number> {
  const used = (): number => getHeapStatistics().used_heap_size / MEGABYTE
  const before = used()
  const kept: object[][] = []
  let most = 0
  for (let round = 0; round < ROUNDS; round++) {
    kept[round % KEPT_ROUNDS] = Array.from({ length: OBJECTS }, (_, number) => ({ number, round: [number] }))
    await sleep(50)
    most = Math.max(most, used() - before)
  }
  return most
}

if (process.argv[2] === PROGRAM) {
  collectEarly()
  console.log(await growth())
} else {
  await t.test('what nobody needs any more is collected, long before V8 would, where programs may collect', async (t) => {
    const run = async (...flags: string[]): Promise<number> =>
      await resultOfProgram(import.meta.url, PROGRAM, ...flags)
    const [early, late] = await Promise.all([run('--expose-gc'), run()])
    t.ok(early < late * 0.75, `${early} of ${late} MB`)
  })
}
