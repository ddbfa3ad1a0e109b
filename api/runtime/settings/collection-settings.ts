import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Store } from '../../../db/open/store.js'
import { COLLECTION_SCHEMAS } from './collection-schema.js'
import type { Installation } from './installation.js'
import { nearestName } from '../../core/text/nearest-name.js'
import { checkedSetting, isSettingName, SettingsError, type Settings } from './settings.js'

export type CollectionSettingName = keyof typeof COLLECTION_SCHEMAS
type CollectionValues = Readonly<Pick<Settings, CollectionSettingName>>

/** A setting with its current value. */
interface CollectionSetting {
  name: CollectionSettingName
  value: CollectionValues[CollectionSettingName]
  /** `configured`: set by a flag, the environment, `vitrine.json` or the embedding application. */
  origin: 'stored' | 'configured' | 'default'
  description: string
}

const NAMES = Object.keys(COLLECTION_SCHEMAS) as CollectionSettingName[]

/** A setting is found by its own name or by its name in the reference. */
const BY_NAME = new Map(NAMES.flatMap((name) => [[name.toLowerCase(), name], [referenceOf(name), name]] as const))

/**
 * Settings of the collection that can be stored in its database. A stored value takes precedence over a configured
 * one, and that over the default. All processes on the database see a change at once.
 */
export class CollectionSettings {
  #epoch = -1
  /** The settings as last loaded: those of the newest request that has read anything. */
  latest: CollectionValues

  /** @param configured values for settings that are not stored. */
  constructor (
    private readonly store: Store, private readonly installation: Installation, private readonly configured: Settings
  ) {
    this.latest = configured
  }

  /** The current settings. Read again only when the database has changed. */
  async load (): Promise<CollectionValues> {
    const { epoch } = this.store.changes
    if (epoch !== this.#epoch) {
      const stored: Record<string, unknown> = {}
      for (const name of NAMES) stored[name] = await this.#stored(name) ?? this.configured[name]
      this.latest = stored as CollectionValues
      this.#epoch = epoch
    }
    return this.latest
  }

  async get<N extends CollectionSettingName> (name: N): Promise<CollectionValues[N]> {
    return (await this.load())[collectionSetting(name) as N]
  }

  async list (): Promise<CollectionSetting[]> {
    const values = await this.load()
    return await Promise.all(NAMES.map(async (name) => {
      const { default: standard, description = '' }: TSchema = COLLECTION_SCHEMAS[name]
      const isDefault = Value.Equal(this.configured[name], standard)
      const origin = await this.#stored(name) !== undefined ? 'stored' : isDefault ? 'default' : 'configured'
      return { name, value: values[name], origin, description }
    }))
  }

  /** Stores a setting. @throws SettingsError for an unknown name or an invalid value. */
  async set<N extends CollectionSettingName> (name: N, value: CollectionValues[N]): Promise<void> {
    const found = collectionSetting(name)
    await this.installation.set(found, checkedSetting(found, value, found))
  }

  /** Removes the stored value, so that the configured one applies again. @throws SettingsError for an unknown name. */
  async unset (name: CollectionSettingName): Promise<void> {
    const found = collectionSetting(name)
    await this.installation.remove([found, referenceOf(found)])
  }

  /**
   * The stored value of a setting; undefined when there is none. Earlier versions stored the defaults in every new
   * database under the reference's names, so a default there is not a choice and is ignored.
   */
  async #stored (name: CollectionSettingName): Promise<unknown> {
    const schema: TSchema = COLLECTION_SCHEMAS[name]
    const former = usable(schema, await this.installation.get(referenceOf(name)))
    const own = usable(schema, await this.installation.get(name))
    return own ?? (Value.Equal(former, schema.default) ? undefined : former)
  }
}

/** The setting with this name, or with this name in the reference. @throws SettingsError when there is none. */
export function collectionSetting (name: string): CollectionSettingName {
  const found = BY_NAME.get(name.toLowerCase())
  if (found !== undefined) return found
  if (isSettingName(name)) {
    throw new SettingsError(
      `${name} is not stored in the database. Set it in vitrine.json, by a flag or in the environment.`
    )
  }
  const nearest = BY_NAME.get(nearestName(name, BY_NAME.keys())!)!
  throw new SettingsError(`${name} is an unknown setting. The nearest is ${nearest}.`)
}

function referenceOf (name: CollectionSettingName): string {
  return COLLECTION_SCHEMAS[name].reference as string
}

/** A stored value converted to the type of its setting (`"1"` to true); undefined when it is invalid. */
function usable (schema: TSchema, stored: unknown): unknown {
  const value = Value.Convert(schema, Value.Clone(stored))
  return Value.Check(schema, value) ? value : undefined
}
