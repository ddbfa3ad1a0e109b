import { Command, InvalidArgumentError } from 'commander'

export interface Arguments {
  /** Resources of the collection. */
  scale: number
  /** Seconds for which each server is measured with each workload. */
  seconds: number
  /** Names of workloads; undefined for all. */
  only: string[] | undefined
  /** Folder in which the collection and the data folder stay; undefined for a temporary one. */
  keep: string | undefined
}

const SMALLEST = 1000

/** @param names what `--only` can choose. */
export function parseArguments (argv: readonly string[], names: readonly string[]): Arguments {
  const command = new Command('npm run bench --')
    .description(
      'Measures Vitrine beside a bare Fastify server that sends the same bytes from memory, in the same run.'
    )
    .option('--scale <resources>', 'Resources of the collection that is generated', wholeNumber(SMALLEST), 20_000)
    .option('--seconds <number>', 'How long each server is measured with each workload', wholeNumber(1), 3)
    .option('--only <names>', 'Only these, with commas between them', listOf(names))
    .option('--keep <folder>', 'Keep the collection and the data folder there, and use them again')
    .addHelpText(
      'after',
      `
Workloads: ${names.join(', ')}

A table is printed; figures and a chart go to bench/results/<scale>.json and .svg, unless --only leaves something out.
Kept data grows with each run, by the items that are created.

Examples:
  npm run bench
  npm run bench -- --scale 72000 --keep /tmp/bench
  npm run bench -- --only read,page --seconds 10 --keep /tmp/bench
`
    )
    .parse(argv)
  const { scale, seconds, only, keep } = command.opts<Partial<Arguments> & Pick<Arguments, 'scale' | 'seconds'>>()
  return { scale, seconds, only, keep }
}

function wholeNumber (least: number): (text: string) => number {
  return (text) => {
    const number = Number(text.replaceAll(/[_,]/g, ''))
    if (!Number.isSafeInteger(number) || number < least) {
      throw new InvalidArgumentError(`Expected a whole number from ${least}.`)
    }
    return number
  }
}

function listOf (names: readonly string[]): (text: string) => string[] {
  return (text) => text.split(',').map((entry) => {
    const name = entry.trim()
    if (!names.includes(name)) throw new InvalidArgumentError(`There is no "${name}". There are ${names.join(', ')}.`)
    return name
  })
}
