import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { start, vitrine, type Outcome } from './program.js'
import { dataFolder, form, temporaryFolder } from '../helper.js'

/** The beginning of a FLAC file: its mark, and a STREAMINFO block of 44.1 kHz in stereo. */
const FLAC = Buffer.from('664c6143000000221000100000000000000000000ac442f000000000' + '00'.repeat(16), 'hex')

t.test('a running server applies a newly stored setting at once', async (t) => {
  const data = await temporaryFolder(t)
  const server = start(t, ['serve', '--data', data, '--port', '0'])
  const address = await server.says(/listening at (\S+)/)
  const key = `key_identity=${await server.says(/key_identity=(\w+)/)}&key_credential=${
    await server.says(/key_credential=(\w+)/)}`
  const text = async (path: string): Promise<string> => await (await fetch(address + path)).text()
  const uploadMusic = async (): Promise<Response> => {
    const { headers, payload } = await form({
      data: JSON.stringify({ 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }),
      'file[0]': [new Blob([FLAC]), 'birdsong.flac']
    })
    return await fetch(`${address}/api/items?${key}`, { method: 'POST', headers, body: new Uint8Array(payload) })
  }

  t.match(await text('/'), '<title>Vitrine</title>')
  t.same(await vitrine(t, ['setting', 'set', 'title', 'Museum of Quiet Things', '--data', data]), {
    code: 0, stdout: 'title is set: Museum of Quiet Things\n', stderr: ''
  })
  t.match(await text('/'), '<title>Museum of Quiet Things</title>')
  t.match(await text('/oai?verb=Identify'), '<repositoryName>Museum of Quiet Things</repositoryName>')

  const refused = await uploadMusic()
  t.equal(refused.status, 422)
  const { errors } = await refused.json() as { errors: { 'o:media': [{ file: string[] }] } }
  const messages = errors['o:media'][0].file
  t.same(messages, [
    'Error validating "birdsong.flac". Cannot store files with the media type "audio/flac".',
    'Error validating "birdsong.flac". Cannot store files with the resolved extension "flac".',
    'To allow such files, run: vitrine setting set mediaTypes --add audio/flac && ' +
    'vitrine setting set fileExtensions --add flac'
  ])
  for (const command of messages[2]!.replace('To allow such files, run: ', '').split(' && ')) {
    const [, ...args] = command.split(' ')
    t.match(await vitrine(t, [...args, '--data', data]), { code: 0, stdout: /is set: \d+ entries$/m })
  }
  const stored = await uploadMusic()
  t.equal(stored.status, 200)
  const { 'o:id': id } = await stored.json() as { 'o:id': number }
  t.match(await text(`/iiif/3/${id}/manifest`), '"Museum of Quiet Things"')
})

t.test('settings are listed, shown, and no longer stored', async (t) => {
  const data = await dataFolder(t)
  writeFileSync(path.join(data, 'vitrine.json'), '{"title":"Museum","fileExtensions":["png","jpg"]}')
  const run = async (...args: string[]): Promise<Outcome> => await vitrine(t, ['setting', ...args, '--data', data])
  await run('set', 'fileExtensions', '--add', 'flac,tif', '--remove', 'png')
  t.equal((await run('get', 'fileExtensions')).stdout, 'jpg\nflac\ntif\n')
  const { stdout } = await run('list')
  t.match(stdout, /^title +configured +Museum$/m)
  t.match(stdout, /^fileExtensions +stored +3 entries$/m)
  t.match(stdout, /^pageSize +default +25$/m)
  t.equal(
    (await run('unset', 'fileExtensions')).stdout,
    'fileExtensions is not stored any more; what counts is: 2 entries\n'
  )
})

t.test('a wrong name or value is refused in one line', async (t) => {
  const data = await dataFolder(t)
  const refusals: Array<[args: string[], code: number, message: string]> = [
    [['titel', 'x'], 2, 'titel is an unknown setting. The nearest is title.'],
    [['pageSize', 'many'], 2, 'pageSize: expected a whole number from 1 to 1000, got "many".'],
    [['fileExtensions', '--remove', 'flacs'], 1, 'fileExtensions has no entry flacs. The nearest is class.'],
    [['title', '--add', 'x'], 1, 'title is no list: give a value, not --add or --remove.']
  ]
  for (const [args, code, message] of refusals) {
    t.same(await vitrine(t, ['setting', 'set', ...args, '--data', data]), {
      code, stdout: '', stderr: `vitrine: ${message}\n`
    })
  }
})
