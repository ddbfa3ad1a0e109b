import { KindGuard, type TSchema } from '@sinclair/typebox'
import type { Command } from 'commander'
import type { Api } from '../../api/api.js'
import { COLLECTION_SCHEMAS } from '../../api/runtime/settings/collection-schema.js'
import { collectionSetting, type CollectionSettingName } from '../../api/runtime/settings/collection-settings.js'
import { nearestName } from '../../api/core/text/nearest-name.js'
import { CommandError } from '../terminal/explain.js'
import { checkedText } from './load-settings.js'
import { table } from '../terminal/table.js'
import { withApi } from '../terminal/with-api.js'

interface Flags { data?: string, add?: string, remove?: string }

const NAMES = `\nSettings:\n${table(Object.entries(COLLECTION_SCHEMAS).map(([name, { description }]) =>
  [`  ${name}`, (description ?? '').replaceAll('`', '')]))}`

/** `vitrine setting`: the settings that the database stores. */
export function addSetting (program: Command): void {
  const setting = program.command('setting').description('Manage the settings that are stored in the collection')
  setting.command('list')
    .description('List these settings, their values, and where they are from')
    .action(async (flags: Flags) => {
      const settings = await withApi(flags, async (api) => await api.collectionSettings.list())
      process.stdout.write(table(settings.map(({ name, value, origin }) => [name, origin, shortText(value)])))
    })
  setting.command('get')
    .description('Print the value of a setting; a list with one entry a line')
    .argument('<name>', 'Setting')
    .addHelpText('after', NAMES)
    .action(async (given: string, flags: Flags) => {
      const name = collectionSetting(given)
      const value = await withApi(flags, async (api) => await api.collectionSettings.get(name))
      process.stdout.write([value].flat().map((entry) => `${entry}\n`).join(''))
    })
  setting.command('set')
    .description('Store a setting; works whether or not a server is running, which follows at once')
    .argument('<name>', 'Setting')
    .argument('[value]', 'Its value; the entries of a list with commas between them')
    .option('--add <entries>', 'Add to a list')
    .option('--remove <entries>', 'Take out of a list')
    .addHelpText('after', NAMES + "\nExamples:\n  vitrine setting set title 'Museum of Quiet Things'\n" +
      '  vitrine setting set mediaTypes --add audio/flac\n')
    .action(async (given: string, text: string | undefined, flags: Flags) => {
      const name = collectionSetting(given)
      const change = text === undefined ? changeOf(name, flags) : valueOf(name, text, flags)
      const value = await withApi(flags, async (api) => await store(api, name, change))
      process.stdout.write(`${name} is set: ${shortText(value)}\n`)
    })
  setting.command('unset')
    .description('Remove the stored value of a setting, so that its default applies again')
    .argument('<name>', 'Setting')
    .addHelpText('after', NAMES)
    .action(async (given: string, flags: Flags) => {
      const name = collectionSetting(given)
      const value = await withApi(flags, async ({ collectionSettings }) => {
        await collectionSettings.unset(name)
        return await collectionSettings.get(name)
      })
      process.stdout.write(`${name} is not stored any more; what counts is: ${shortText(value)}\n`)
    })
}

/** Computes the new value of a setting from its current value. */
type Change = (before: unknown) => unknown

function valueOf (name: CollectionSettingName, text: string, { add, remove }: Flags): Change {
  if (add !== undefined || remove !== undefined) throw new CommandError('Give a value, or --add and --remove.')
  const value = checkedText(name, text, name)
  return () => value
}

function changeOf (name: CollectionSettingName, { add, remove }: Flags): Change {
  if (add === undefined && remove === undefined) throw new CommandError(`Give a value for ${name}.`)
  const schema: TSchema = COLLECTION_SCHEMAS[name]
  if (!KindGuard.IsArray(schema)) throw new CommandError(`${name} is no list: give a value, not --add or --remove.`)
  const [added, removed] = [add, remove].map((text) => checkedText(name, text ?? '', name) as string[])
  return (before) => {
    const entries = before as string[]
    const unknown = removed!.find((entry) => !entries.includes(entry))
    if (unknown !== undefined) {
      throw new CommandError(`${name} has no entry ${unknown}. The nearest is ${nearestName(unknown, entries) ?? 'none'}.`)
    }
    return [...new Set([...entries, ...added!])].filter((entry) => !removed!.includes(entry))
  }
}

async function store ({ collectionSettings }: Api, name: CollectionSettingName, change: Change): Promise<unknown> {
  const value = change(await collectionSettings.get(name))
  // Checked when it is stored.
  await collectionSettings.set(name, value as never)
  return value
}

/** A value in one line. */
function shortText (value: unknown): string {
  return Array.isArray(value) ? `${value.length} entries` : String(value)
}
