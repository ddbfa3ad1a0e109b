import { setFlagsFromString } from 'node:v8'

/**
 * Bytes of bytecode that a function runs before V8 considers to compile it to optimized machine code: V8's default, and
 * what holds for the first requests.
 */
const BUDGET = 66 * 1024
const BUDGET_AT_FIRST = 8 * BUDGET

/** Milliseconds for which it holds: time for some hundred requests. */
const AT_FIRST = 1500

/**
 * Has V8 optimize less code for a moment, while the first requests are answered. All at once these run much code often
 * enough to be optimized, which takes processors from them: with two processors and a million values the slowest of
 * the first two hundred searches take a tenth longer with it. Not before, while a server starts: what that runs is
 * optimized worse later, and short answers take a tenth longer for good.
 */
export function optimizeLater (milliseconds = AT_FIRST): void {
  setFlagsFromString(`--interrupt-budget=${BUDGET_AT_FIRST}`)
  setTimeout(() => { setFlagsFromString(`--interrupt-budget=${BUDGET}`) }, milliseconds).unref()
}
