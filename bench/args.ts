import { Command, InvalidArgumentError } from 'commander'
import { packageFolder } from '../package.js'
import { PARTS } from './selection.js'

export interface Arguments {
  /** Resources of the collection. */
  scale: number
  /** Museums to which they belong. */
  museums: number
  /** Seconds for which each server is measured with each workload. */
  seconds: number
  /** Names of parts and of workloads; undefined for all. */
  only: string[] | undefined
  /** Folder in which the collection and the data folder stay; undefined for a temporary one. */
  keep: string | undefined
  /** Checkout with the compiled program that is measured. */
  program: string
  /** Address of a database in PostgreSQL, with the collection or empty; undefined for SQLite. */
  database: string | undefined
}

const SCALE_MIN_RESOURCES = 1000

/** @param names of workloads that `--only` can choose. */
export function parseArguments (argv: readonly string[], names: readonly string[]): Arguments {
  const command = new Command('npm run bench --')
    .description(
      'Measures Vitrine beside a bare Fastify server that sends the same bytes from memory, in the same run.'
    )
    .option('--scale <resources>', 'Resources of the collection that is generated', wholeNumber(SCALE_MIN_RESOURCES), 20_000)
    .option('--museums <number>', 'Museums of the same size to which they belong, each with people of its own', wholeNumber(1), 1)
    .option('--seconds <number>', 'How long each server is measured with each workload', wholeNumber(1), 3)
    .option('--only <names>', 'Only these parts and workloads, with commas between them',
      listOf([...Object.keys(PARTS), ...names]))
    .option('--keep <folder>', 'Keep the collection and the data folder there, and use them again')
    .option('--program <folder>', 'Measure the compiled program of another checkout', packageFolder)
    .option('--database <address>', 'Measure a copy of this database in PostgreSQL; the collection is brought into it if it is empty')
    .addHelpText(
      'after',
      `
Parts:
${Object.entries(PARTS).map(([name, description]) => `  ${name.padEnd(12)} ${description}`).join('\n')}

Workloads: ${names.join(', ')}

A table is printed; figures and a chart go to bench/results/, named by the scale, unless --only leaves something out or
another program or database is measured. Stored data, also in PostgreSQL, stays as it was imported: what is measured
is a copy. Programs with other tables have data of their own beside it.

Examples:
  npm run bench
  npm run bench -- --scale 72000 --keep /tmp/bench
  npm run bench -- --scale 1008000 --museums 14 --keep /tmp/bench
  npm run bench -- --only load,read,page --seconds 10 --keep /tmp/bench
  npm run bench -- --only mix,after-write --keep /tmp/bench --program ../before
  npm run bench -- --only load --keep /tmp/bench --database postgres://vitrine:secret@localhost/bench
`
    )
    .parse(argv)
  return command.opts<Arguments>()
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
