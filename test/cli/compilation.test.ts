import { setTimeout as sleep } from 'node:timers/promises'
import { compileFunction } from 'node:vm'
import t from 'tap'
import { optimizeLater } from '../../cli/compilation.js'
import { resultOfProgram } from '../result-of-program.js'

const WINDOW = 300

/** The bits of `%GetOptimizationStatus` that say that there is optimized code (V8's src/runtime/runtime.h). */
const OPTIMIZED = 1 << 4

/** Runs a function so often that V8 optimizes it by default. @returns whether it has. */
async function isOptimized (): Promise<boolean> {
  // A source of its own each time: V8 shares compiled code between functions of the same text.
  const source = `let sum = 0; for (const digit of String(number)) sum += digit.charCodeAt(0); return sum + ${Math.random()}`
  const sumOf = compileFunction(source, ['number']) as (number: number) => number
  const status = compileFunction('return %GetOptimizationStatus(sumOf)', ['sumOf']) as (of: typeof sumOf) => number
  for (let number = 0; number < 2000; number++) sumOf(number)
  // Another thread compiles it; what it has made is used from the next call on.
  for (let turn = 0; turn < 50; turn++) {
    await sleep(20)
    sumOf(turn)
    if ((status(sumOf) & OPTIMIZED) !== 0) return true
  }
  return false
}

const PROGRAMS = {
  async none () { return await isOptimized() },
  async first () {
    optimizeLater(60_000)
    return await isOptimized()
  },
  async later () {
    optimizeLater(WINDOW)
    await sleep(2 * WINDOW)
    return await isOptimized()
  }
}

const program = PROGRAMS[process.argv[2] as keyof typeof PROGRAMS]
if (program !== undefined) {
  console.log(Number(await program()))
} else {
  for (const [name, expected, title] of [
    ['none', 1, 'by itself V8 optimizes what runs some thousand times'],
    ['first', 0, 'for the first requests it does not'],
    ['later', 1, 'for later ones it does']
  ] as const) {
    await t.test(title, async (t) => {
      t.equal(await resultOfProgram(import.meta.url, name, '--allow-natives-syntax'), expected)
    })
  }
}
