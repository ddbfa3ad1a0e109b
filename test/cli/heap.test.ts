import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import t from 'tap'
import { keepHeapSmall } from '../../cli/heap.js'
import { resultOfProgram } from '../result-of-program.js'

/** Turns of ten milliseconds or more in which gaps are measured, and after which V8 has long collected by itself. */
const MEASURED = 100
const MOST_TURNS = 3000

/** Texts that come in a turn: the heap is looked at several times before it has to be collected. */
const EACH_TURN = 40

/** How often all of the heap has been collected, some milliseconds after each time. */
function collectionsOfAll (): () => number {
  let count = 0
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as Array<{ detail: NodeGCPerformanceDetail }>) {
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++
    }
  }).observe({ entryTypes: ['gc'] })
  return () => count
}

/**
 * Keeps texts as a cache does: many, of which half are evicted and collected, then one for each new one, each for as
 * long as all others. The gaps between old objects, as a share of these, in the second after V8 has collected by
 * itself. Left to it they are about 1.
 */
async function gaps (): Promise<number> {
  const collections = collectionsOfAll()
  const text = (number: number): string => Buffer.alloc(2000 + number % 2000, 'a').toString('latin1')
  const kept = Array.from({ length: 24_000 }, (_, number) => text(number)).filter((_, number) => number % 2 === 0)
  // What holds something weakly lets it go in a later turn.
  await sleep(1)
  globalThis.gc!()
  // It is looked at twice a second.
  await sleep(1000)
  const before = collections()
  const found: number[] = []
  for (let turn = 0; found.length < MEASURED; turn++) {
    if (turn === MOST_TURNS) throw new Error('V8 does not collect by itself.')
    for (let number = 0; number < EACH_TURN; number++) {
      kept[(turn * EACH_TURN + number) * 7919 % kept.length] = text(turn + number)
    }
    await sleep(10)
    const { physical_space_size: taken, space_used_size: used } =
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!
    if (collections() > before) found.push(taken / used - 1)
  }
  return found.reduce((sum, gap) => sum + gap, 0) / MEASURED
}

/**
 * Makes answers, the first of which are kept, as in the caches of a server that has just started. How often all of the
 * heap is collected while later ones are made, none of which is kept: some fifty times if V8 puts these among the old.
 */
async function collections (): Promise<number> {
  const count = collectionsOfAll()
  const answer = (number: number): object => ({ id: number, parts: [number, number + 1, [number]], at: { number } })
  const kept = Array.from({ length: 300_000 }, (_, number) => answer(number))
  await sleep(100)
  const before = count()
  let last = kept[0]
  for (let turn = 0; turn < 100; turn++) {
    for (let number = 0; number < 50_000; number++) last = answer(number)
    await sleep(1)
  }
  await sleep(100)
  return last === undefined ? NaN : count() - before
}

/** With one of these arguments the file is the program that is tested. */
const PROGRAMS = { gaps, collections }

const program = PROGRAMS[process.argv[2] as keyof typeof PROGRAMS]
if (program !== undefined) {
  keepHeapSmall()
  console.log(await program())
} else {
  await t.test('gaps that evicted texts leave in the heap are closed', async (t) => {
    // Few young objects at a time, so that the old ones become more by and by, as in a server that has much to do.
    const found = await resultOfProgram(import.meta.url, 'gaps', '--expose-gc', '--max-semi-space-size=1')
    t.ok(found < 0.4, String(found))
  })

  await t.test('what is made for later requests does not join the old objects because that of the first was kept', async (t) => {
    // As a server is deployed.
    const found = await resultOfProgram(import.meta.url, 'collections', '--max-semi-space-size=8')
    t.ok(found <= 3, String(found))
  })
}
