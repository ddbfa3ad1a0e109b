import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ValidationError, type Reason } from '../../core/calls/errors.js'

/** Length and what is guessed first are the only rules: kinds of characters help less (NIST SP 800-63B, 5.1.1.2). */
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

/** Characters of a part of a name or address, such as `ada` of `ada.lovelace@example.org`, from which it is a word. */
const SHORTEST_WORD = 3

/**
 * What is wrong with a new password: it is too short, too long, common, or consists of the account's own words;
 * undefined for one that may be used.
 *
 * @param own texts that those who guess know of the account: its name and e-mail address, the title of the collection.
 */
export async function passwordProblem (
  password: string, own: readonly string[] = []
): Promise<{ message: string, reason: Reason } | undefined> {
  const { length } = [...password]
  if (length < SHORTEST) {
    return { message: `A password has at least ${SHORTEST} characters.`, reason: { is: 'too-short' } }
  }
  if (length > LONGEST) {
    return { message: `A password has at most ${LONGEST} characters.`, reason: { is: 'too-long' } }
  }
  if (await isCommon(password)) {
    return { message: 'This password is one of the most common, which are guessed first.', reason: { is: 'too-common' } }
  }
  if (!consistsOfWords(password, own)) return undefined
  return {
    message: 'A password does not consist of the name or e-mail address of its account or the title of the collection.',
    reason: { is: 'own-words' }
  }
}

async function isCommon (password: string): Promise<boolean> {
  // Few requests need the list.
  const { COMMON_PASSWORDS } = await import('./common-passwords.js')
  const text = password.toLowerCase()
  return COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has([...text].reverse().join(''))
}

/** Whether nothing but digits and punctuation is left of a password without the words of some texts. */
function consistsOfWords (password: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}\p{M}]+/u).map(lettersOf).filter((part) => part.length >= SHORTEST_WORD)
    return [lettersOf(text), ...parts]
  }).filter((word) => word !== '')
  const letters = lettersOf(password)
  // The longest first, so that `ada` leaves nothing over of `adamson`.
  const left = words.sort((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), letters)
  return left !== letters && !/\p{L}/u.test(left)
}

/** Letters and digits, without case and accents. */
function lettersOf (text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Hashes a password in the thread pool. @throws ValidationError under `password` for one that has a problem. */
export async function hashOf (password: string, own?: readonly string[]): Promise<string> {
  const problem = await passwordProblem(password, own)
  if (problem !== undefined) throw ValidationError.because('password', problem.reason, problem.message)
  return await atOnce(() => hash(password))
}

/** Whether a password matches a hash. False for null, after the same time. */
export async function isPassword (password: string, passwordHash: string | null): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const matches = await atOnce(() => verify(passwordHash ?? HASH_OF_NO_PASSWORD, password))
  return matches && passwordHash !== null
}
