import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { open } from '../../app.js'
import { OPERATOR } from '../../api/core/calls/actor.js'
import { lines, picture } from '../api/move/import/fixtures/importing.js'
import { keptIn } from '../database.js'
import { temporaryFolder } from '../helper.js'
import { start, vitrine } from './program.js'

const COUNT = 60
/** Numbers of stored files at which the import is killed: between batches, within them, and right after the first. */
const KILLS = [1, 9, 17, 31, 55]
/** Writes after which the undoing is killed, which deletes them. */
const UNDO_KILLS = [59, 30]

const COLOURS = ['red', 'green', 'blue', 'white', 'black']

/** Records that link forwards and backwards, each with a picture; the first three update what is there. */
function content (): string {
  return lines(...Array.from({ length: COUNT }, (_, at) => ({
    '@id': `_:${at}`,
    '@type': 'o:Item',
    'dcterms:identifier': [{ type: 'literal', '@value': `D${at}` }],
    'dcterms:title': [{ type: 'literal', '@value': `Record ${at}` }],
    'dcterms:relation': [{ type: 'resource:item', value_resource_id: `_:${(at * 7 + 31) % COUNT}` }],
    'o:item_set': [{ 'o:title': `Set ${at % 3}` }],
    'o:media': [{ 'o:ingester': 'upload', file: `${COLOURS[at % COLOURS.length]!}.jpg`, 'o:source': `Picture ${at}` }]
  })))
}

async function prepare (t: Test): Promise<{ file: string, data: string }> {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'records.ndjson')
  await writeFile(file, content())
  for (const colour of COLOURS) await writeFile(path.join(folder, `${colour}.jpg`), await picture(colour))
  const data = path.join(folder, 'data')
  const api = await open(await keptIn(data))
  for (let at = 0; at < 3; at++) {
    await api.items.create({
      'dcterms:identifier': [{ type: 'literal', '@value': `D${at}` }],
      'dcterms:title': [{ type: 'literal', '@value': 'Earlier' }]
    }, { actor: OPERATOR })
  }
  await api.close()
  return { file, data }
}

async function countFiles (data: string): Promise<number> {
  return (await readdir(path.join(data, 'files', 'original')).catch(() => [])).length
}

/** Starts the program and kills it as soon as the number of stored files is such. */
async function killWhen (t: Test, args: string[], data: string, isTime: (files: number) => boolean): Promise<void> {
  const run = start(t, args)
  while (run.process.exitCode === null && !isTime(await countFiles(data))) await setTimeout(2)
  run.process.kill('SIGKILL')
  await run.outcome()
}

/** The items in the collection, by identifier, with their titles. */
async function state (data: string): Promise<unknown> {
  const api = await open(await keptIn(data))
  try {
    const items = (await api.items.search({ per_page: 1000 }, { actor: OPERATOR })).json()
    const media = (await api.media.search({ per_page: 1000 }, { actor: OPERATOR })).json()
    const sets = (await api.itemSets.search({ per_page: 1000 }, { actor: OPERATOR })).json()
    const sources = new Map(media.map((one) => [one['o:id'], one['o:source']]))
    const titles = new Map(sets.map((one) => [one['o:id'], one['o:title']]))
    const { files, missing, orphans, altered } = await api.checkFiles()
    return {
      items: items.map((one) => [
        one['o:title'],
        (one['dcterms:relation'] as Array<{ display_title: string }> | undefined)?.map((link) => link.display_title),
        one['o:media'].map((of) => sources.get(of['o:id']!)),
        one['o:item_set'].map((of) => titles.get(of['o:id']!))
      ]).map((one) => JSON.stringify(one)).sort(),
      sets: [...titles.values()].sort(),
      media: [...sources.values()].sort(),
      files: { files, missing, orphans, altered }
    }
  } finally {
    await api.close()
  }
}

t.test('an import that is killed again and again ends like one that is not, and is undone as one', async (t) => {
  const flags = ['--batch-size', '5', '--update-by', 'dcterms:identifier', '--create-item-sets']
  const whole = await prepare(t)
  t.match(await vitrine(t, ['import', whole.file, '--data', whole.data, ...flags]), { code: 0 })
  const wanted = await state(whole.data)
  const { file, data } = await prepare(t)
  const before = await state(data)
  const command = ['import', file, '--data', data, ...flags]
  for (const kill of KILLS) await killWhen(t, command, data, (files) => files >= kill)
  t.match(await vitrine(t, command), { code: 0 })
  t.same(await state(data), wanted)
  const undo = ['import', '--undo', '1', '--data', data]
  for (const kill of UNDO_KILLS) await killWhen(t, undo, data, (files) => files <= kill)
  t.match(await vitrine(t, undo), { code: 0 })
  t.same(await state(data), before)
})
