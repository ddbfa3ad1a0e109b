import { ApiError, ValidationError } from '../../api/core/calls/errors.js'
import type { FormField, Problems } from '../../web/form.js'
import { wordsOf, type Language } from '../../web/languages/languages.js'
import { problemText } from '../../web/words.js'

/**
 * Why the fields of a form were refused, in the language of the page (messages of the API are in English).
 *
 * @param fields of the form, which have other names than the keys of the API.
 * @throws the error itself if it is not a validation error.
 */
export function problemsOf (error: unknown, language: Language, fields: readonly FormField[] = []): Problems {
  if (!(error instanceof ApiError) || error.kind !== 'invalid') throw error
  const words = wordsOf(language)
  const reasons = error instanceof ValidationError ? error.reasons : {}
  return Object.fromEntries(Object.keys(error.errors).map((key) => {
    const field = fields.find((one) => one.key === key)?.name ?? key
    return [field, [problemText(words, field, reasons[key])]]
  }))
}
