import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packageFolder, version } from '../package.js'
import { parseArguments } from './args.js'
import { Bench, namesOf } from './bench.js'
import { Collection } from './collection/collection.js'
import { copyData, prepareData } from './data.js'
import { copyDatabase, removeDatabase } from './database.js'
import { CONNECTIONS } from './load/load.js'
import { build } from './processes/build.js'
import { programIn } from './processes/program.js'
import { VitrineServer } from './processes/server.js'
import type { Results } from './report/results.js'
import { table } from './report/table.js'
import { writeResults } from './report/write.js'
import { Selection } from './selection.js'

const SAMPLE_RESOURCES = 1000

const { scale, museums, seconds, only, keep, program: checkout, database } =
  parseArguments(process.argv, namesOf(new Collection(SAMPLE_RESOURCES)))
const selection = new Selection(only)
const isOwn = path.resolve(checkout) === packageFolder
const program = programIn(checkout)
const folder = keep ?? await mkdtemp(path.join(tmpdir(), 'vitrine-bench-'))
let copy: string | undefined
let databaseCopy: string | undefined
try {
  if (isOwn) {
    say('Compiling, if need be')
    await build()
  }
  const collection = new Collection(scale, museums)
  const data = await prepareData({ collection, folder, checkout, again: selection.names('import'), say })
  say('Copying it')
  copy = await copyData(data.folder)
  if (database !== undefined) databaseCopy = await copyDatabase(database, copy, program, say)
  const arrangement = { database: databaseCopy }
  const start = async (): Promise<VitrineServer> => await VitrineServer.start(copy!, program, arrangement)
  const bench = new Bench({ collection, start, seconds, selection, say })
  const results: Results = {
    vitrine: version,
    node: process.version,
    scale,
    museums,
    seconds,
    connections: CONNECTIONS,
    import: data.import,
    ...(await bench.run())
  }
  say('')
  process.stdout.write(table(results))
  if (selection.isEverything && isOwn && database === undefined) await writeResults(collection.name, results)
} finally {
  if (databaseCopy !== undefined) await removeDatabase(databaseCopy)
  if (copy !== undefined) await rm(copy, { recursive: true, force: true })
  if (keep === undefined) await rm(folder, { recursive: true, force: true })
}

/** Shows progress on one line of stderr, replacing what it showed before. */
function say (text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
  else if (text !== '') process.stderr.write(`${text}\n`)
}
