import { Command, InvalidArgumentError } from 'commander'
import type { Torture } from './torture.js'

export interface Arguments {
  seed: number
  isShort: boolean
  /** Names of the tortures to run. */
  only: readonly string[]
  /** Do not remove the folder of a torture that found a fault. */
  keeps: boolean
}

const SEEDS = 2 ** 31

export function parseArguments (argv: readonly string[], tortures: readonly Torture[]): Arguments {
  const names = tortures.map(({ name }) => name)
  const command = new Command('npm run torture --')
    .description('Attacks the compiled program and holds what it does against models of what it should do.')
    .option('--seed <number>', 'Repeat the run that printed this seed', seed)
    .option('--short', 'A minute or so instead of ten')
    .option('--only <names>', 'Only these, with commas between them', listOf(names), names)
    .option('--keep', 'Leave the data folders in which a fault was found, and say where they are')
    .addHelpText('after', `
${tortures.map(({ name, description }) => `${name.padEnd(10)}  ${description}`).join('\n')}

Everything is sent to 127.0.0.1, from processes and folders made for the run. A table is printed; the exit code is 1 when
a fault was found. Each torture draws from the seed by its own name, so "--seed N --only NAME" repeats it alone.
`)
    .parse(argv)
  const options = command.opts<{ seed?: number; short?: true; only: readonly string[]; keep?: true }>()
  return {
    seed: options.seed ?? Math.floor(Math.random() * SEEDS),
    isShort: options.short === true,
    only: options.only,
    keeps: options.keep === true
  }
}

function seed (text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0 || number >= SEEDS) {
    throw new InvalidArgumentError(`Expected a whole number from 0, below ${SEEDS}.`)
  }
  return number
}

function listOf (names: readonly string[]): (text: string) => string[] {
  return (text) => text.split(',').map((entry) => {
    const name = entry.trim()
    if (!names.includes(name)) throw new InvalidArgumentError(`There is no "${name}". There are ${names.join(', ')}.`)
    return name
  })
}
