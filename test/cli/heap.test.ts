import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getHeapSpaceStatistics } from 'node:v8'
import t from 'tap'
import { keepHeapSmall } from '../../cli/heap.js'

/** With this argument the file is the program that is tested, in a process whose heap is of no other use. */
const PROGRAM = 'program'

const TURNS = 400

/**
 * Keeps texts as a cache does: many, of which half are evicted, then one for each new one. The gaps between old
 * objects, as a share of these, in the second half of the time. Left to V8 they are 0.5 to 0.7 in most runs.
 */
async function gaps (): Promise<number> {
  const text = (number: number): string => Buffer.alloc(2000 + number % 2000, 'a').toString('latin1')
  const kept = Array.from({ length: 24_000 }, (_, number) => text(number)).filter((_, number) => number % 2 === 0)
  let sum = 0
  for (let turn = 0; turn < TURNS; turn++) {
    for (let number = 0; number < 100; number++) {
      kept[(turn * 7919 + number * 104_729) % kept.length] = text(turn + number)
    }
    await sleep(10)
    const { physical_space_size: taken, space_used_size: used } =
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!
    if (turn >= TURNS / 2) sum += taken / used - 1
  }
  return sum / (TURNS / 2)
}

if (process.argv[2] === PROGRAM) {
  keepHeapSmall()
  console.log(await gaps())
} else {
  await t.test('gaps that evicted texts leave in the heap are closed', async (t) => {
    const args = [...process.execArgv, fileURLToPath(import.meta.url), PROGRAM]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    t.ok(Number(stdout) < 0.4, stdout)
  })
}
