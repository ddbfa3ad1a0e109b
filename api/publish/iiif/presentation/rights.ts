import type { Value } from '../../../../schemas/shared/values.js'

/**
 * URLs of licences and rights statements that `rights` may contain, in the variants that people copy from browsers.
 */
const CREATIVE_COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{2,20})\/(\d\.\d)(?:\/([a-z]{2})(?=\/|$))?/
const RIGHTS_STATEMENTS = /^https?:\/\/(?:www\.)?rightsstatements\.org\/(?:vocab|page|data)\/([A-Z][A-Za-z-]{1,30})\/(\d\.\d)/

/**
 * The canonical URI of a Creative Commons licence or a rightsstatements.org statement, the only ones that `rights` may
 * contain. Undefined for any other value.
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
