/** A number from 0 to below that of the sides. */
export type Roll = (sides: number) => number

/** Pseudo-random numbers that are the same in every run. */
export function dice (seed: number): Roll {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * sides)
  }
}

/** One of a list. */
export const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)]!
