import { KEY_VARIABLES } from '../../api/move/mirror/source/mirror-key.js'
import { WORKER } from '../../api/access/throttles/worker.js'
import type { SettingName } from '../../api/runtime/settings/settings.js'

/** Prefix of all environment variables that are settings. */
export const ENVIRONMENT_PREFIX = 'VITRINE_'

/** Variables with this prefix that are not settings: the key of a mirrored installation, the name of a worker. */
export const OTHER_VARIABLES: ReadonlySet<string> = new Set([...Object.values(KEY_VARIABLES), WORKER])

/** @example environmentName('bodyLimit') // 'VITRINE_BODY_LIMIT' */
export function environmentName (name: SettingName): string {
  return ENVIRONMENT_PREFIX + words(name).join('_').toUpperCase()
}

/** @example flagName('bodyLimit') // '--body-limit' */
export function flagName (name: SettingName): string {
  return `--${words(name).join('-')}`
}

function words (name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ')
}
