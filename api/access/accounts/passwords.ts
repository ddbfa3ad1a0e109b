import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { packageFolder } from '../../../package.js'
import { ValidationError, type Reason } from '../../core/calls/errors.js'

/**
 * The only rules are length and a list of passwords that attackers guess first: required kinds of characters help less
 * (NIST SP 800-63B, 5.1.1.2).
 */
const PASSWORD_MIN_CHARACTERS = 8
/** Limits the time that hashing takes. */
const PASSWORD_MAX_CHARACTERS = 1024

/** Each hash takes a thread of the pool and 20 MB; more than two at once would leave too few threads for files. */
const atOnce = pLimit(2)

/**
 * A hash that matches no password. It is compared when an account does not exist, so that the answer takes as long as
 * for a wrong password. Its parameters must equal the parameters of all other hashes.
 */
export const HASH_OF_NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$IArxkVT2VuVDtG34zCi7KQ$QBA4+1/RmiKWn9CJkaWtDYPOw2c0sm0QoZDYV78i0mA'

/** Shorter parts of names and addresses (`ada` in `ada.lovelace@example.org` has three) do not count as words. */
const WORD_MIN_CHARACTERS = 3

/**
 * The problem with a new password (too short, too long, common, or made of the account's own words); undefined when it
 * is acceptable.
 * @param own texts that an attacker knows: the account's name and e-mail address, the title of the collection.
 */
export function passwordProblem (
  password: string, own: readonly string[] = []
): { message: string, reason: Reason } | undefined {
  const { length } = [...password]
  if (length < PASSWORD_MIN_CHARACTERS) {
    return { message: `A password has at least ${PASSWORD_MIN_CHARACTERS} characters.`, reason: { is: 'too-short' } }
  }
  if (length > PASSWORD_MAX_CHARACTERS) {
    return { message: `A password has at most ${PASSWORD_MAX_CHARACTERS} characters.`, reason: { is: 'too-long' } }
  }
  if (isCommon(password)) {
    return { message: 'This password is one of the most common, which are guessed first.', reason: { is: 'too-common' } }
  }
  if (!consistsOfWords(password, own)) return undefined
  return {
    message: 'A password does not consist of the name or e-mail address of its account or the title of the collection.',
    reason: { is: 'own-words' }
  }
}

const COMMON_PASSWORDS_FILE = path.join(packageFolder, 'api', 'access', 'accounts', 'common-passwords.txt')

let commonPasswords: ReadonlySet<string> | undefined

function isCommon (password: string): boolean {
  // Read when it is first needed, because few requests need it.
  commonPasswords ??= new Set(readFileSync(COMMON_PASSWORDS_FILE, 'utf8').replace(/^#.*\n/gm, '').split(/\s+/))
  const text = password.toLowerCase()
  return commonPasswords.has(text) || commonPasswords.has([...text].reverse().join(''))
}

/** Whether removing the words of `texts` leaves no letters in the password. */
function consistsOfWords (password: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}\p{M}]+/u).map(lettersOf).filter((part) => part.length >= WORD_MIN_CHARACTERS)
    return [lettersOf(text), ...parts]
  }).filter((word) => word !== '')
  const letters = lettersOf(password)
  // Longest first: removing `ada` before `adamson` would leave `mson`.
  const left = words.sort((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), letters)
  return left !== letters && !/\p{L}/u.test(left)
}

/** Letters and digits in lower case, without accents. */
function lettersOf (text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Hashes a password in the thread pool. @throws ValidationError under `password` when it has a problem. */
export async function hashOf (password: string, own?: readonly string[]): Promise<string> {
  const problem = passwordProblem(password, own)
  if (problem !== undefined) throw ValidationError.because('password', problem.reason, problem.message)
  return await atOnce(() => hash(password))
}

/** Whether a password matches a hash. For null it returns false after the same amount of time. */
export async function isPassword (password: string, passwordHash: string | null): Promise<boolean> {
  if ([...password].length > PASSWORD_MAX_CHARACTERS) return false
  const matches = await atOnce(() => verify(passwordHash ?? HASH_OF_NO_PASSWORD, password))
  return matches && passwordHash !== null
}
