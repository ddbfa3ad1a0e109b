import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { Session } from '../http/session.js'
import { createFolder, type Accounts } from '../process/accounts.js'
import { checkFolder, runCommand, startCommand } from '../process/command.js'
import { pause, Server } from '../process/server.js'
import type { Context, Torture } from '../torture.js'
import { Ledger, sha256, type Found } from './ledger.js'
import { Writer } from './writer.js'

const WRITERS = 6

/** Milliseconds of writing before the kill. */
const WRITING_MIN_MS = 50
const WRITING_MAX_MS = 1200

/** Number of files that are read completely after a kill. */
const FILES_READ = 10

/** Titles of imported records begin with it. */
const IMPORTED = 'Imported '

export const kills: Torture = {
  name: 'kills',
  description: 'SIGKILL under concurrent writes, uploads and imports; nothing acknowledged is lost, nothing is half',
  async run (context) {
    await new Kills(context).run()
  }
}

class Kills {
  readonly #data: string
  readonly #ledger = new Ledger()
  #accounts!: Accounts
  #pictures: Buffer[] = []

  constructor (private readonly context: Context) {
    this.#data = path.join(context.folder, 'data')
  }

  async run (): Promise<void> {
    const { report, folder, scaled } = this.context
    this.#accounts = await createFolder(this.#data)
    this.#pictures = await Promise.all([60, 300].map(async (width) => await picture(width)))
    const file = path.join(folder, 'records.ndjson')
    const records = scaled(600, 4000)
    await writeFile(file, recordsOf(records))
    const end = performance.now() + scaled(20_000, 300_000)
    for (let round = 0; round < scaled(4, 40) && performance.now() < end; round++) {
      const wrong = await this.#round(round, file)
      for (const fault of wrong) report.fault(`after kill ${round + 1}: ${fault}`)
    }
    const last = await runCommand('import', file, '--data', this.#data)
    if (last.code !== 0) report.fault(`the import could not be finished: ${last.output}`)
    const server = await Server.start(this.#data)
    for (const fault of await this.#compare(server, records)) report.fault(`at the end: ${fault}`)
    const ending = await server.stop()
    if (ending !== undefined) report.fault(ending)
    const unsound = await checkFolder(this.#data)
    if (unsound !== undefined) report.fault(unsound)
    report.notes.push(`${this.#ledger.size} items were acknowledged`)
  }

  /** Writes, kills the processes and compares. @returns faults. */
  async #round (round: number, file: string): Promise<string[]> {
    const { report, random } = this.context
    const server = await Server.start(this.#data)
    const session = new Session(server.base, this.#accounts, report, WRITERS)
    const writers = Array.from({ length: WRITERS }, (_, at) => {
      return new Writer(`w${round}.${at}`, session, this.#ledger, random, report, this.#pictures)
    })
    const importing = startCommand(['import', file, '--data', this.#data, '--batch-size', '20'])
    const writing = Promise.all(writers.map(async (writer) => { await writer.run() }))
    await pause(random.between(WRITING_MIN_MS, WRITING_MAX_MS))
    // The import is a separate process: either it, the server, or both are killed.
    const isImportKilled = random.chance(0.7)
    if (isImportKilled) importing.child.kill('SIGKILL')
    for (const writer of writers) writer.isStopped = true
    await server.kill()
    report.kills += isImportKilled ? 2 : 1
    const errors = server.errorLines().map((line) => `the server logged ${line}`)
    session.close()
    await Promise.all([writing, importing.outcome])
    const again = await Server.start(this.#data)
    try {
      return [...errors, ...await this.#compare(again)]
    } finally {
      await again.kill()
      report.kills++
    }
  }

  /** @param imported number of records that must have been imported; undefined while the import is unfinished. */
  async #compare (server: Server, imported?: number): Promise<string[]> {
    const session = new Session(server.base, this.#accounts, this.context.report)
    try {
      const items = await session.json<Found[]>({ path: '/api/items?per_page=99999', as: 'editor' })
      const isImported = (item: Found): boolean => item['o:title']?.startsWith(IMPORTED) === true
      // An unfinished import reserves ids for linked records with rows that have no modification date.
      const isReserved = (item: Found): boolean => item['o:title'] === null && item['o:modified'] === null
      const faults = this.#ledger.compare(
        items.filter((item) => !isImported(item) && !(imported === undefined && isReserved(item)))
      )
      const titles = items.filter(isImported).map((item) => item['o:title'])
      if (new Set(titles).size !== titles.length) faults.push('records were imported twice')
      if (imported !== undefined && titles.length !== imported) {
        faults.push(`${titles.length} of ${imported} records were imported`)
      }
      for (const id of this.#ledger.ids.slice(-FILES_READ)) faults.push(...(await this.#compareFile(session, id)))
      return faults
    } finally {
      session.close()
    }
  }

  /** Whether the file of an item is what was uploaded, and whether full text finds the item. */
  async #compareFile (session: Session, id: number): Promise<string[]> {
    const state = this.#ledger.stateOf(id)
    if (state === null) return []
    const faults: string[] = []
    const word = state.title.split(' ').at(-1)!
    const found = await session.json<Found[]>({ path: `/api/items?fulltext_search=${word}`, as: 'editor' })
    if (!found.some((item) => item['o:id'] === id)) faults.push(`full text does not find item ${id} by "${word}"`)
    if (state.sha256 === undefined) return faults
    const [media] = await session.json<Array<Record<string, string>>>({
      path: `/api/media?item_id=${id}`,
      as: 'editor'
    })
    const { status, body } = await session.send({ path: new URL(media!['o:original_url']!).pathname })
    if (status !== 200 || sha256(body) !== state.sha256) {
      faults.push(`the file of item ${id} is not what was uploaded (${status})`)
    }
    return faults
  }
}

async function picture (width: number): Promise<Buffer> {
  return await sharp({ create: { width, height: 40, channels: 3, background: '#c40' } }).png().toBuffer()
}

function recordsOf (count: number): string {
  return Array.from({ length: count }, (_, at) => JSON.stringify({
    '@id': `_:${at}`,
    '@type': 'o:Item',
    'dcterms:title': [{ type: 'literal', '@value': `${IMPORTED}${at}` }],
    'dcterms:relation': [{ type: 'resource:item', value_resource_id: `_:${(at + 1) % count}` }]
  }) + '\n').join('')
}
