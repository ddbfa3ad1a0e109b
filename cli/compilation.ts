import { setFlagsFromString } from 'node:v8'

/**
 * Bytes of bytecode that a function runs before V8 considers to compile it to optimized machine code: V8's default, and
 * what holds while a server starts.
 */
const BUDGET = 66 * 1024
const BUDGET_AT_START = 8 * BUDGET

/** Milliseconds for which it holds: a start, and the first few hundred requests. */
const START = 10_000

/**
 * Has V8 optimize less code while a server starts. Most of what runs then is run rarely afterwards, and to optimize it
 * takes processors from the threads that are starting, and from the first requests: with two processors and a million
 * values a start takes a fifth longer with it, and so do the slowest of the first two hundred searches. Later it is
 * needed: without it short answers take a quarter longer.
 */
export function optimizeLater (milliseconds = START): void {
  setFlagsFromString(`--interrupt-budget=${BUDGET_AT_START}`)
  setTimeout(() => { setFlagsFromString(`--interrupt-budget=${BUDGET}`) }, milliseconds).unref()
}
