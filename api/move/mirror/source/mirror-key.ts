import type { Key } from './source.js'

/** Environment variables with the key of a source: other users of the computer could read it on the command line. */
export const KEY_VARIABLES = {
  identity: 'VITRINE_IMPORT_KEY_IDENTITY', credential: 'VITRINE_IMPORT_KEY_CREDENTIAL'
} as const

/**
 * The key of a source.
 * @param given halves that a user has specified; the others come from the environment.
 * @returns undefined when there is none.
 * @throws TypeError when one half is missing.
 */
export function keyOf (given: Partial<Key> = {}): Key | undefined {
  const identity = given.identity ?? process.env[KEY_VARIABLES.identity] ?? ''
  const credential = given.credential ?? process.env[KEY_VARIABLES.credential] ?? ''
  if (identity === '' && credential === '') return undefined
  if (identity !== '' && credential !== '') return { identity, credential }
  throw new TypeError(identity === ''
    ? `A key needs its identity, too: --key-identity or ${KEY_VARIABLES.identity}.`
    : `A key needs its credential, too: --key-credential or ${KEY_VARIABLES.credential}.`)
}
