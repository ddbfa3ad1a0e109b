import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { IN_FOLDER, PROGRAM, start, vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

/** A user that need not have a name. */
const SERVICE = 64_321

const skip = process.getuid?.() !== 0 && 'only root can work as somebody else'

const ITEM = '{"@type":"o:Item","dcterms:title":[{"type":"literal","@value":"A"}],' +
  '"o:media":[{"o:ingester":"upload","file":"a.txt"}]}\n'

/** An empty data folder of the service user, in a folder that this user can read. */
async function folders (t: Test): Promise<{ folder: string, data: string }> {
  const folder = await temporaryFolder(t, { 'a.ndjson': ITEM, 'a.txt': 'hello' })
  const data = path.join(folder, 'data')
  await chmod(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, SERVICE, SERVICE)
  return { folder, data }
}

t.test('files that root creates in the data folder of another user belong to that user', { skip }, async (t) => {
  const { folder, data } = await folders(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'], IN_FOLDER)
  const address = await server.says(/listening at (\S+)/)
  const out = path.join(folder, 'out')
  mkdirSync(out, { mode: 0o700 })
  chownSync(out, SERVICE, SERVICE)
  const commands = [
    ['import', path.join(folder, 'a.ndjson')], ['check', '--repair'], ['backup', path.join(out, 'a.tar')],
    ['export', path.join(out, 'all.ndjson')], ['user', 'list']
  ]
  for (const args of commands) {
    const { code, stderr } = await vitrine(t, [...args, '--data', data], IN_FOLDER)
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  }
  const names = ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]
  t.ok(names.some((name) => name.startsWith('files/original/')))
  t.same(names.filter((name) => statSync(path.join(data, name)).uid !== SERVICE), [])
  const media = await (await fetch(`${address}/api/media`)).json() as Array<Record<string, string>>
  t.equal(await (await fetch(media[0]!['o:original_url']!)).text(), 'hello')

  chownSync(path.join(data, 'files/original'), 0, 0)
  // The first look at the folders begins with the first question, which does not wait for it.
  let health: { reason?: string } = {}
  while (health.reason === undefined) health = await (await fetch(`${address}/health/ready`)).json() as { reason?: string }
  t.match(health, {
    checks: { files: 'failing' }, reason: 'The folder files/original of the data folder cannot be written (EACCES).'
  })
})

t.test('a process of low priority exports in a thread, whose priority it may not raise', { skip }, async (t) => {
  const { folder, data } = await folders(t)
  const file = path.join(folder, 'a.ndjson')
  t.match(await vitrine(t, ['import', file, '--data', data], IN_FOLDER), { code: 0 })
  const { stdout } = await promisify(execFile)('nice', ['-n', '10', process.execPath, PROGRAM, 'export', '-', '--data', data])
  t.match(stdout, /"vitrine:End","records":\d+/)
})

t.test('a file that the owner cannot reach is named, with what to do', { skip }, async (t) => {
  const { folder, data } = await folders(t)
  const file = path.join(folder, 'secret.csv')
  await writeFile(file, 'Title\nA\n', { mode: 0o600 })
  const { code, stderr } = await vitrine(t, ['import', file, '--yes', '--data', data], IN_FOLDER)
  t.equal(code, 1)
  t.equal(stderr, `vitrine: ${file}: permission denied. Run by root, this command works as the owner of the data folder, ` +
    `the user with the id ${SERVICE}. Choose a place that this user can reach, or give - for the standard input or output.\n`)
})

t.test('a user who may not read the data folder learns who may', { skip }, async (t) => {
  const { data } = await folders(t)
  const asOther = { uid: SERVICE + 1, gid: SERVICE + 1, env: { ...process.env, ...IN_FOLDER, NODE_OPTIONS: '' } }
  await t.rejects(promisify(execFile)(process.execPath, [PROGRAM, 'user', 'list', '--data', data], asOther), {
    code: 2, stderr: /vitrine\.json: permission denied\. Run the command as the user to whom the folder belongs, or as root\.\n$/
  })
})
