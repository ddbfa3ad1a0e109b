/**
 * Measures SQLite, PostgreSQL, processes and nodes in one run, and writes the table of docs/scale.md.
 *
 *   npm run bench:scale -- --scale 72000 --seconds 1 --keep /tmp/bench --database postgres://vitrine:secret@localhost/bench
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { packageFolder, version } from '../package.js'
import { parseArguments } from './args.js'
import { Bench, namesOf } from './bench.js'
import { Collection } from './collection/collection.js'
import { copyData, prepareData } from './data.js'
import { copyDatabase, removeDatabase } from './database.js'
import { CONNECTIONS } from './load/load.js'
import type { Arrangement } from './processes/arrangement.js'
import { build } from './processes/build.js'
import { PROGRAM } from './processes/program.js'
import { VitrineServer } from './processes/server.js'
import { scaleTable, type Arranged } from './report/scale-table.js'
import { writeJson } from './report/write.js'
import { Selection } from './selection.js'

/** The place of the table in the page. */
const PAGE = path.join(packageFolder, 'docs', 'scale.md')
const TABLE = /(?<=<!-- bench:scale -->\n)[^]*(?=<!-- \/bench:scale -->)/

/** Workloads at which several processes can be faster. */
const TOGETHER = ['load', 'mix', 'writes', 'read', 'page', 'html', 'sorted', 'fulltext']
/** Workloads that are measured with one process only. */
const ALONE = [...TOGETHER, 'cold', 'after-write', 'facets', 'set', 'search']

interface Asked extends Arrangement { readonly title: string, readonly isOnPostgres: boolean, readonly parts: string[] }

const ARRANGEMENTS: readonly Asked[] = [
  { title: 'SQLite', isOnPostgres: false, parts: ALONE },
  { title: 'SQLite, 2 workers', isOnPostgres: false, parts: TOGETHER, workers: 2 },
  { title: 'PostgreSQL', isOnPostgres: true, parts: ALONE },
  { title: 'PostgreSQL, 2 workers', isOnPostgres: true, parts: TOGETHER, workers: 2 },
  { title: 'PostgreSQL, 2 nodes', isOnPostgres: true, parts: TOGETHER, nodes: 2 },
  { title: 'PostgreSQL, 3 nodes', isOnPostgres: true, parts: TOGETHER, nodes: 3 }
]

const { scale, museums, seconds, only, keep, database } = parseArguments(process.argv, [
  ...namesOf(new Collection(1000)), ...ARRANGEMENTS.map(({ title }) => title.replaceAll(',', ''))
])
if (keep === undefined || database === undefined) throw new Error('--keep and --database are needed.')
await build()
const collection = new Collection(scale, museums)
const data = await prepareData({ collection, folder: keep, checkout: packageFolder, again: false, say })
const arranged: Arranged[] = []
for (const arrangement of ARRANGEMENTS) {
  const { title } = arrangement
  if (only === undefined || only.includes(title.replaceAll(',', ''))) {
    say(title)
    arranged.push({ title, ...await measure(arrangement) })
  }
}
const table = scaleTable(arranged)
process.stdout.write(table)
if (only === undefined) {
  const of = { vitrine: version, node: process.version, scale, museums, seconds, connections: CONNECTIONS }
  await writeJson(`scale-${collection.name}`, { ...of, arrangements: arranged })
  await writeFile(PAGE, (await readFile(PAGE, 'utf8')).replace(TABLE, () => table))
}

/** Measures an arrangement on a copy of its own, because much is written. */
async function measure ({ isOnPostgres, parts, workers, nodes }: Asked) {
  const copy = await copyData(data.folder)
  const copied = isOnPostgres ? await copyDatabase(database!, copy, PROGRAM, say) : undefined
  try {
    const arrangement: Arrangement = { database: copied, ...(workers && { workers }), ...(nodes && { nodes }) }
    const start = async (): Promise<VitrineServer> => await VitrineServer.start(copy, PROGRAM, arrangement)
    return await new Bench({ collection, start, seconds, selection: new Selection(parts), say }).run()
  } finally {
    await rm(copy, { recursive: true, force: true })
    if (copied !== undefined) await removeDatabase(copied)
  }
}

function say (text: string): void {
  process.stderr.write(`${text}\n`)
}
