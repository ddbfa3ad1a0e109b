import { failureOf } from '../../../db/open/failures.js'
import { ValidationError } from './errors.js'

const NUL = '\0'

/**
 * Runs a write. If the database rejects it because it cannot store the character U+0000, as PostgreSQL does, the error
 * names the key of the payload that contains it.
 *
 * @throws ValidationError
 */
export async function storing<T> (payload: object, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (failureOf(error) !== 'unsuitable') throw error
    const [key] = Object.entries(payload).find((member) => hasNul(member)) ?? []
    if (key === undefined) throw error
    throw ValidationError.of(key, 'The character U+0000 cannot be stored in this database.')
  }
}

/** The limit on the depth of JSON limits the recursion. */
function hasNul (value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => key.includes(NUL) || hasNul(member))
}
