import type { Value } from '../../../../schemas/values.js'

/** Addresses of licences and of statements that `rights` may hold, in each form in which people copy them. */
const CREATIVE_COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{2,20})\/(\d\.\d)(?:\/([a-z]{2})(?=\/|$))?/
const RIGHTS_STATEMENTS = /^https?:\/\/(?:www\.)?rightsstatements\.org\/(?:vocab|page|data)\/([A-Z][A-Za-z-]{1,30})\/(\d\.\d)/

/**
 * The URI of a licence of Creative Commons, or of a statement of rightsstatements.org, as these name themselves: the
 * only ones that `rights` may hold. Undefined for any other value.
 */
export function rightsUriOf (value: Value): string | undefined {
  const { '@id': uri, '@value': text } = value as Partial<Record<string, unknown>>
  const given = String(uri ?? text ?? '').trim()
  const [, kind, licence, version, country] = CREATIVE_COMMONS.exec(given) ?? []
  if (kind !== undefined) {
    return `http://creativecommons.org/${kind}/${licence!}/${version!}/${country === undefined ? '' : `${country}/`}`
  }
  const [, statement, edition] = RIGHTS_STATEMENTS.exec(given) ?? []
  return statement === undefined ? undefined : `http://rightsstatements.org/vocab/${statement}/${edition!}/`
}
