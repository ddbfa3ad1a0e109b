import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { freePort } from '../files/fixtures/servers.js'
import { picture } from '../api/move/import/fixtures/importing.js'
import { item, media, replay, terms, type Replay } from '../api/move/mirror/fixtures/replay.js'
import { build, dataFolder } from '../helper.js'
import { start, vitrine, type Outcome } from './program.js'

const key = { identity: 'IDENTITY', credential: 'CREDENTIAL' }
const KEYS = { VITRINE_IMPORT_KEY_IDENTITY: key.identity, VITRINE_IMPORT_KEY_CREDENTIAL: key.credential }

const user = {
  'o:id': 1,
  'o:name': 'Ada',
  'o:email': 'ada@example.org',
  'o:role': 'editor',
  'o:is_active': true,
  'o:created': '2024-05-06T07:08:09+00:00'
}

/** An installation with a module, an account, two items and a picture. */
async function source (t: Test): Promise<Replay> {
  const red = await picture('red')
  const icon = '<base>/application/asset/thumbnails/image.png'
  const shown = { thumbnail_display_urls: { large: icon, medium: icon, square: icon } }
  const { record, name } = media(11, 1, red, shown)
  const link = { '@id': '<base>/api/media/11', 'o:id': 11 }
  const found = await replay(t, {
    ...await terms(await build(t)),
    users: [user],
    items: [
      item(1, {
        ...shown,
        'o:media': [link],
        'o:primary_media': link,
        'dcterms:extent': [{ type: 'numeric:integer', property_id: 25, is_public: true, '@value': 420 }]
      }),
      item(2)
    ],
    media: [record],
    mapping_features: [{ 'o:id': 1 }]
  }, { key, modules: ['mapping_features'] })
  found.files.set(`original/${name}`, red)
  return found
}

t.test('a mirror from the command line, with the key in the environment', async (t) => {
  const { address, collection } = await source(t)
  const data = await dataFolder(t)
  const run = async (...flags: string[]): Promise<Outcome> =>
    await vitrine(t, ['import', address, '--data', data, ...flags], KEYS)
  const summary = new RegExp(`^Mirrored ${address} in [\\d.]+ s: \\d+ records? by \\d+ requests?, \\d+ records? a second\\.$`, 'm')

  const dry = await run('--dry-run')
  t.match(dry, { code: 0, stderr: '' })
  t.match(dry.stdout, `${address}, version 4.2.0, as an administrator sees it:`)
  for (const line of [
    '  users: 1; 1 new, 0 changed, 0 to be deleted',
    '  items: 2; 2 new, 0 changed, 0 to be deleted',
    '  media: 1; 1 new, 0 changed, 0 to be deleted',
    '  mapping_features: 1 record left out: a type that a module adds'
  ]) t.ok(dry.stdout.split('\n').includes(line), line)
  t.match(dry.stdout, /^About \d+ requests.*\. Nothing was written\.$/m)

  const first = await run('--concurrency', '2', '--rate', '500.5')
  t.match(first, { code: 0, stdout: summary })
  const report = /^ {2}The whole report is in (\S+)$/m.exec(first.stdout)![1]!
  for (const line of [
    '  users: 1 created',
    '  items: 2 created',
    '  media: 1 created',
    '  1 file fetched',
    '  data type numeric:integer: unknown here, 1 value became text, address or link',
    '  mapping_features: 1 record left out: a type that a module adds',
    '  1 problem: records or parts of them were not imported, or were changed'
  ]) t.ok(first.stdout.split('\n').includes(line), line)
  t.notMatch(JSON.stringify(first) + JSON.stringify(dry) + readFileSync(report, 'utf8'), /CREDENTIAL/)

  t.match(await run(), { code: 0, stdout: /^ {2}Nothing has changed at /m })
  t.match(await run('--verify'), {
    code: 0,
    stdout: /^Converted: 1 value of the data type numeric:integer\n\d+ records compared, no difference\.$/m
  })
  collection.items = [{ ...collection.items![0]!, 'o:is_public': false }, item(3)]
  const different = await run('--verify')
  t.match(different, { code: 1, stderr: /\b2 of \d+ records different\./ })
  t.match(different.stdout, /^items 1: o:is_public: false there, true here$/m)
  t.match(different.stdout, /^items 3: not here$/m)
  t.match(await run('--keep-missing'), { code: 0, stdout: /^ {2}items: 1 created$/m })
  t.match(await run('--full'), { code: 0, stdout: /^ {2}items: 1 updated, 1 deleted$/m })
})

t.test('without a key, and with one that is wrong or half', async (t) => {
  const { address } = await source(t)
  const data = await dataFolder(t)
  const run = async (environment: Record<string, string>, ...flags: string[]): Promise<Outcome> =>
    await vitrine(t, ['import', address, '--data', data, ...flags], environment)
  t.match(await run({}, '--dry-run'), { code: 0, stdout: /as everybody sees it:[^]*users: left out: visible only with a key/ })
  t.match(await run({}, '--key-identity', 'IDENTITY', '--key-credential', 'CREDENTIAL', '--dry-run'), {
    code: 0, stdout: /as an administrator sees it/
  })
  t.match(await run({ VITRINE_IMPORT_KEY_IDENTITY: 'i' }), {
    code: 1, stderr: /A key needs its credential, too: --key-credential or VITRINE_IMPORT_KEY_CREDENTIAL\./
  })
  t.match(await run({ ...KEYS, VITRINE_IMPORT_KEY_CREDENTIAL: 'wrong' }), {
    code: 1, stderr: /does not accept the key: it treats us as anonymous/
  })
})

t.test('invalid arguments are refused without a request to the source', async (t) => {
  const { address, requests } = await source(t)
  const data = await dataFolder(t)
  for (const [flag, value, message] of [
    ['--concurrency', '0', /Expected a whole number from 1 to 64\./],
    ['--concurrency', '65', /Expected a whole number from 1 to 64\./],
    ['--concurrency', '1.5', /Expected a whole number from 1 to 64\./],
    ['--rate', '0', /Expected a number above 0\./],
    ['--rate', 'fast', /Expected a number above 0\./]
  ] as const) {
    const { code, stderr } = await vitrine(t, ['import', address, '--data', data, flag, value])
    t.equal(code, 2, `${flag} ${value}`)
    t.match(stderr, message)
  }
  t.same(requests, [])
  const gone = `http://127.0.0.1:${await freePort()}/api`
  t.match(await vitrine(t, ['import', gone, '--data', data]), { code: 1, stderr: /ECONNREFUSED/ })
})

t.test('Ctrl-C stops at once; the command continues when it is run again', async (t) => {
  let interrupt = (): void => {}
  let isHanging = true
  const { address } = await replay(t, { items: [item(1), item(2)] }, {
    intercept: (url) => {
      const isAsked = isHanging && url.pathname === '/api/items' && url.searchParams.has('id')
      if (isAsked) interrupt()
      return isAsked
    }
  })
  const data = await dataFolder(t)
  const run = start(t, ['import', address, '--data', data])
  interrupt = () => { run.process.kill('SIGINT') }
  t.match(await run.outcome(), { code: 1, stderr: /The import was stopped\. Records that were read stay in the data folder\. Run it again to continue\./ })
  isHanging = false
  t.match(await vitrine(t, ['import', address, '--data', data]), { code: 0, stdout: /^ {2}items: 2 created$/m })
})
