import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import t, { type Test } from 'tap'
import { completeSettings } from '../../api/runtime/settings/settings.js'
import { loadSettings } from '../../cli/settings/load-settings.js'
import { settingOption } from '../../cli/settings/setting-option.js'
import { settingsTable } from '../../cli/settings/settings.js'
import { packageFolder } from '../../package.js'
import { vitrine } from './program.js'
import { temporaryFolder } from '../helper.js'

async function folderWith (t: Test, content: unknown): Promise<string> {
  const folder = await temporaryFolder(t)
  await writeFile(path.join(folder, 'vitrine.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

t.test('defaults hold where nothing is given', async (t) => {
  const { port, cors, productAliases } = loadSettings({ data: await temporaryFolder(t) }, {})
  t.strictSame({ port, cors, productAliases }, { port: 3000, cors: true, productAliases: ['Omeka-S'] })
})

t.test('flags come before the environment, that before the file', async (t) => {
  const data = await folderWith(t, { port: 1, host: 'file', bodyLimit: 2000 })
  const { port, host, bodyLimit } = loadSettings({ data, port: '3' }, {
    VITRINE_PORT: '2', VITRINE_HOST: 'environment'
  })
  t.strictSame({ port, host, bodyLimit }, { port: 3, host: 'environment', bodyLimit: 2000 })
})

t.test('the environment may name the data folder', async (t) => {
  const data = await folderWith(t, { port: 7 })
  t.equal(loadSettings({}, { VITRINE_DATA: data }).port, 7)
})

t.test('texts become numbers, switches and lists', async (t) => {
  const data = await temporaryFolder(t)
  const { trustProxy, cors, productAliases } = loadSettings({ data, trustProxy: true, cors: 'false' }, {
    VITRINE_PRODUCT_ALIASES: 'One, Two'
  })
  t.strictSame({ trustProxy, cors, productAliases }, { trustProxy: true, cors: false, productAliases: ['One', 'Two'] })
})

t.test('the flag of a list may be repeated', async (t) => {
  const command = new Command().addOption(settingOption('replica'))
  command.parse(['--replica', 'postgres://one', '--replica', 'postgres://two/db'], { from: 'user' })
  const { replica } = loadSettings({ data: await temporaryFolder(t), ...command.opts() }, {})
  t.strictSame(replica, ['postgres://one', 'postgres://two/db'])
})

t.test('an unknown setting is an error that names the nearest', async (t) => {
  const data = await folderWith(t, { bodyLimt: 5 })
  t.throws(() => loadSettings({ data }, {}), {
    message: `bodyLimt in ${path.join(data, 'vitrine.json')} is an unknown setting. The nearest is bodyLimit.`
  })
  t.throws(() => loadSettings({}, { VITRINE_PROT: '5' }), {
    message: 'VITRINE_PROT in the environment is an unknown setting. The nearest is VITRINE_PORT.'
  })
  t.throws(() => completeSettings({ prot: 5 } as object), {
    message: 'prot is an unknown setting. The nearest is port.'
  })
})

t.test('a value that does not fit says what was expected and where it came from', async (t) => {
  const data = await folderWith(t, { cors: 'yes' })
  t.throws(() => loadSettings({ data }, {}), {
    message: `cors in ${path.join(data, 'vitrine.json')}: expected true or false, got "yes".`
  })
  t.throws(() => loadSettings({ port: 'abc' }, {}), {
    message: '--port: expected a whole number from 0 to 65535, got "abc".'
  })
  t.throws(() => loadSettings({}, { VITRINE_LOG_LEVEL: 'loud' }), {
    message: /^VITRINE_LOG_LEVEL in the environment: expected one of fatal, .*, got "loud"\.$/
  })
  t.throws(() => loadSettings({}, { VITRINE_PRODUCT_ALIASES: 'a b' }), { message: /expected a list/ })
})

t.test('a settings file that is not JSON, or names its own folder, is refused', async (t) => {
  const broken = await folderWith(t, '{')
  t.throws(() => loadSettings({ data: broken }, {}), { message: /vitrine\.json is not JSON/ })
  const folder = await folderWith(t, { data: 'elsewhere' })
  t.throws(() => loadSettings({ data: folder }, {}), { message: /the data folder cannot be set by a file inside it/ })
})

t.test('the program exits with 2 and one line', async (t) => {
  const { code, stderr } = await vitrine(t, ['serve', '--data', await temporaryFolder(t)], { VITRINE_PROT: '5' })
  t.equal(code, 2)
  t.equal(stderr, 'vitrine: VITRINE_PROT in the environment is an unknown setting. The nearest is VITRINE_PORT.\n')
})

t.test('docs/settings.md shows the table as the program prints it', async (t) => {
  const page = await readFile(path.join(packageFolder, 'docs/settings.md'), 'utf8')
  t.equal(/<!-- settings -->\n(.*)<!-- \/settings -->/s.exec(page)?.[1], settingsTable())
})

t.test('the table names every setting with flag, variable, default and meaning', async (t) => {
  t.match(
    settingsTable(),
    '| `bodyLimit` | `--body-limit` | `VITRINE_BODY_LIMIT` | `4194304` | Largest JSON body, in bytes; also of the JSON in a form |\n'
  )
})
