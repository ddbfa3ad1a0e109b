import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ValidationError } from '../errors.js'

/** Minimum length is the only rule: rules about kinds of characters help less (NIST SP 800-63B, 5.1.1.2). */
const SHORTEST = 8
/** Longer ones would only cost time to hash. */
const LONGEST = 1024

/** Each hash occupies a thread of the pool and 20 MB; more at once would leave no threads for files. */
const atOnce = pLimit(2)

/**
 * A hash that no password has, compared where there is no account, so that the answer takes as long as where there is
 * one. Its parameters are those of every other hash.
 */
export const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$IArxkVT2VuVDtG34zCi7KQ$QBA4+1/RmiKWn9CJkaWtDYPOw2c0sm0QoZDYV78i0mA'

/** @throws ValidationError under `password` for one that is too short or too long. */
export function checkPassword (password: string): void {
  const { length } = [...password]
  if (length < SHORTEST) throw ValidationError.of('password', `A password has at least ${SHORTEST} characters.`)
  if (length > LONGEST) throw ValidationError.of('password', `A password has at most ${LONGEST} characters.`)
}

/** Hashes a password outside of the event loop. @throws ValidationError as checkPassword does. */
export async function hashOf (password: string): Promise<string> {
  checkPassword(password)
  return await atOnce(() => hash(password))
}

/** Whether a password has a hash. With null it has not, which takes as long to find out. */
export async function isPassword (password: string, passwordHash: string | null): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const matches = await atOnce(() => verify(passwordHash ?? NOBODYS, password))
  return matches && passwordHash !== null
}
