import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ValidationError } from '../errors.js'

/** Length counts for more than any rule about kinds of characters (NIST SP 800-63B, 5.1.1.2). */
const SHORTEST = 8
/** More is no password but an attempt to keep the processor busy. */
const LONGEST = 1024

/** Each takes a thread and some 20 MB for a moment; more at once would leave none for files. */
const atOnce = pLimit(2)

/**
 * The hash of a password that nobody has: what is compared where there is no account, so that the answer takes as long
 * as where there is one. Its parameters are those of every other hash.
 */
export const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$IArxkVT2VuVDtG34zCi7KQ$QBA4+1/RmiKWn9CJkaWtDYPOw2c0sm0QoZDYV78i0mA'

/** @throws ValidationError under `password` for one that is too short or too long. */
export function checkPassword (password: string): void {
  const { length } = [...password]
  if (length < SHORTEST) throw ValidationError.of('password', `A password has at least ${SHORTEST} characters.`)
  if (length > LONGEST) throw ValidationError.of('password', `A password has at most ${LONGEST} characters.`)
}

/** A hash to keep. Worked out beside the event loop. @throws ValidationError as checkPassword does. */
export async function hashOf (password: string): Promise<string> {
  checkPassword(password)
  return await atOnce(() => hash(password))
}

/** Whether a password is the one that was hashed; for null it never is, and it takes as long to say so. */
export async function isPassword (password: string, kept: string | null): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const matches = await atOnce(() => verify(kept ?? NOBODYS, password))
  return matches && kept !== null
}
