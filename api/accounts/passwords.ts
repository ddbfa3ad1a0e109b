import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ValidationError, type Reason } from '../errors.js'

/** Minimum length is the only rule: rules about kinds of characters help less (NIST SP 800-63B, 5.1.1.2). */
const SHORTEST = 8
/** Bounds the time that hashing takes. */
const LONGEST = 1024

/** Each hash takes a thread of the pool and 20 MB; more than two at once would leave too few threads for files. */
const atOnce = pLimit(2)

/**
 * A hash that no password has. It is compared when an account does not exist, so that this takes as long as a wrong
 * password does. Its parameters must be those of all other hashes.
 */
export const HASH_OF_NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$IArxkVT2VuVDtG34zCi7KQ$QBA4+1/RmiKWn9CJkaWtDYPOw2c0sm0QoZDYV78i0mA'

/** What is wrong with a new password: it is too short or too long; undefined for one that may be used. */
export function passwordProblem (password: string): { message: string, reason: Reason } | undefined {
  const { length } = [...password]
  if (length < SHORTEST) {
    return { message: `A password has at least ${SHORTEST} characters.`, reason: { is: 'too-short' } }
  }
  if (length <= LONGEST) return undefined
  return { message: `A password has at most ${LONGEST} characters.`, reason: { is: 'too-long' } }
}

/** @throws ValidationError under `password` for one that is too short or too long. */
export function checkPassword (password: string): void {
  const problem = passwordProblem(password)
  if (problem !== undefined) throw ValidationError.because('password', problem.reason, problem.message)
}

/** Hashes a password in the thread pool. @throws ValidationError as checkPassword does. */
export async function hashOf (password: string): Promise<string> {
  checkPassword(password)
  return await atOnce(() => hash(password))
}

/** Whether a password matches a hash. False for null, after the same time. */
export async function isPassword (password: string, passwordHash: string | null): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const matches = await atOnce(() => verify(passwordHash ?? HASH_OF_NO_PASSWORD, password))
  return matches && passwordHash !== null
}
