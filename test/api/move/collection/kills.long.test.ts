import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import t, { type Test } from 'tap'
import { open } from '../../../../app.js'
import { packageFolder } from '../../../../package.js'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { keptIn } from '../../../database.js'
import { dice } from '../../../dice.js'
import { stored } from '../../../files/fixtures/uploads.js'
import { build, dataFolder, WITHOUT_THREADS } from '../../../helper.js'
import { mixed } from '../export/fixtures/mixed.js'
import { everything, exported } from './fixtures/collections.js'

/** The compiled program; `npm test` compiles it first. */
const APP = path.join(packageFolder, 'dist/app.js')

const KILLS = 10
const FEWER_KILLS = 2

/** Small, so that there are many moments at which an import can be killed. */
const BATCH = 3

/** The most steps, each a moment before or after something is written, that a process lives. */
const STEPS = 60

/**
 * Imports a file in another process, which dies by SIGKILL after some steps. A step is a moment before a transaction,
 * in it before the commit, after it, or before or after a file is stored.
 *
 * @returns whether the import was finished before.
 */
async function killedAfter (steps: number, data: string, file: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `
    const { open } = await import(${JSON.stringify(APP)})
    const api = await open(${JSON.stringify({ ...await keptIn(data), ...WITHOUT_THREADS })})
    let left = ${steps}
    const step = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL') }
    const writing = api.store.writeBulk.bind(api.store)
    api.store.writeBulk = async (work) => {
      step()
      const result = await writing(async (database) => { const found = await work(database); step(); return found })
      step()
      return result
    }
    const put = api.files.store.put.bind(api.files.store)
    api.files.store.put = async (...given) => { step(); const found = await put(...given); step(); return found }
    await api.importCollection({ file: ${JSON.stringify(file)}, batchSize: ${BATCH} })
    await api.close()`], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit') as [number | null]
  return code === 0
}

async function killed (
  t: Test, kills: number, seed: number, file: string, prepare: (data: string) => Promise<void>
): Promise<string> {
  const roll = dice(seed)
  let data = await dataFolder(t)
  await prepare(data)
  for (let kill = 0; kill < kills; kill++) {
    if (!await killedAfter(roll(STEPS), data, file)) continue
    data = await dataFolder(t)
    await prepare(data)
  }
  return data
}

t.test('killed at ten moments and run again, an import has everything, and nothing twice', async (t) => {
  const source = await build(t)
  await mixed(source)
  const file = await exported(t, source)
  const data = await killed(t, KILLS, 14, file, async () => {})
  const api = await open({ ...await keptIn(data), ...WITHOUT_THREADS })
  t.teardown(async () => { await api.close() })
  await api.importCollection({ file, batchSize: BATCH })
  t.same(await everything(api), await everything(source.api))
  t.same(await stored({ api }), await stored(source), 'files')
  const troubles: string[] = []
  await api.checkFiles({ onProblem: ({ trouble, name }) => { troubles.push(`${trouble} ${name}`) } })
  t.same(troubles, [])
})

t.test('killed and continued where records get new ids, an import gives the ids of one without interruption', async (t) => {
  const source = await build(t)
  await mixed(source)
  const file = await exported(t, source)
  const prepare = async (data: string): Promise<void> => {
    const api = await open({ ...await keptIn(data), ...WITHOUT_THREADS })
    await api.items.create({}, { actor: OPERATOR })
    await api.close()
  }
  const data = await killed(t, FEWER_KILLS, 15, file, prepare)
  const results = []
  for (const folder of [data, await dataFolder(t)]) {
    if (folder !== data) await prepare(folder)
    const api = await open({ ...await keptIn(folder), ...WITHOUT_THREADS })
    await api.importCollection({ file, batchSize: BATCH })
    const { items, ...others } = await everything(api)
    results.push({ ...others, items: items!.slice(1) })
    await api.close()
  }
  t.same(results[0], results[1])
})
