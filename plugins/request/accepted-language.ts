import { isLanguage, type Language } from '../../web/languages/languages.js'

/** Maximum number of entries of a header that are read; browsers send a handful of languages. */
const MAX_ENTRIES = 20

/**
 * The language of the pages that an Accept-Language header prefers (RFC 9110, 12.5.4). A regional language (`de-CH`)
 * counts as the language itself. English if the header names none of them, or only `*`.
 */
export function acceptedLanguage (header = ''): Language {
  let best: Language = 'en'
  let most = 0
  for (const entry of header.split(',', MAX_ENTRIES)) {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const language = tag.split('-', 1)[0]
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = q === undefined ? 1 : Number(q.slice(2))
    if (isLanguage(language) && quality > most && quality <= 1) {
      best = language
      most = quality
    }
  }
  return best
}
