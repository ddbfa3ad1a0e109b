import { ApiError, ValidationError } from '../../api/core/calls/errors.js'
import type { Problems } from '../../web/fields.js'
import { wordsOf, type Language } from '../../web/languages/languages.js'
import { problemText } from '../../web/problems.js'

/** Names of form fields, by the API's keys. */
const FIELDS: Record<string, string> = {
  'o:name': 'name',
  'o:email': 'email',
  'o:role': 'role',
  'o:is_active': 'active',
  'o:label': 'name',
  'vitrine:address': 'address',
  'vitrine:secret': 'secret'
}

/**
 * Why the fields of a form were refused, in the language of the page (messages of the API are in English).
 *
 * @throws the error itself if it is not a validation error.
 */
export function problemsOf (error: unknown, language: Language): Problems {
  if (!(error instanceof ApiError) || error.kind !== 'invalid') throw error
  const words = wordsOf(language)
  const reasons = error instanceof ValidationError ? error.reasons : {}
  return Object.fromEntries(Object.keys(error.errors).map((key) => {
    const field = FIELDS[key] ?? key
    return [field, [problemText(words, field, reasons[key])]]
  }))
}
