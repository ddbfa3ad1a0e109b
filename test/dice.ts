/** Pseudo-random numbers that are the same in every run. */
export function dice (seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * sides)
  }
}
