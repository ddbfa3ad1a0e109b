import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { version } from '../package.js'
import { parseArguments } from './args.js'
import { Bench, namesOf } from './bench.js'
import { Collection } from './collection/collection.js'
import { prepareData } from './data.js'
import { CONNECTIONS } from './load/load.js'
import { build } from './processes/build.js'
import type { Results } from './report/results.js'
import { table } from './report/table.js'
import { writeResults } from './report/write.js'

const SMALL = 1000

const { scale, seconds, only, keep } = parseArguments(process.argv, namesOf(new Collection(SMALL)))
const folder = keep ?? await mkdtemp(path.join(tmpdir(), 'vitrine-bench-'))
try {
  say('Compiling, if need be')
  await build()
  const collection = new Collection(scale)
  const data = await prepareData(collection, folder, say)
  const bench = new Bench(collection, data, seconds, (name) => only?.includes(name) ?? true, say)
  const results: Results = {
    vitrine: version,
    node: process.version,
    scale,
    seconds,
    connections: CONNECTIONS,
    import: data.import,
    ...(await bench.run())
  }
  say('')
  process.stdout.write(table(results))
  if (only === undefined) await writeResults(results)
} finally {
  if (keep === undefined) await rm(folder, { recursive: true, force: true })
}

/** Shows progress on one line of stderr, replacing what it showed before. */
function say (text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
  else if (text !== '') process.stderr.write(`${text}\n`)
}
