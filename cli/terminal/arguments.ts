import { InvalidArgumentError } from 'commander'

/** Parses a whole number of a command line. */
export const wholeNumber = (least = 1, most = Number.MAX_SAFE_INTEGER) => (text: string): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= least && number <= most) return number
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`
  throw new InvalidArgumentError(`Expected a whole number from ${least}${end}.`)
}

export function jobId (text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected the id of a job.')
  return Number(text)
}

/** The members of an object that are not undefined, for options that must be left out otherwise. */
export function definedOf<T extends object> (options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
