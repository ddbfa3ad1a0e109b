import { linksTo } from '../../../../db/query/conditions/links.js'
import type { Representation } from '../../../core/answers/answer.js'
import { address } from '../../../core/answers/addresses.js'
import type { ReadContext } from '../../definition/read-context.js'

/**
 * `@reverse` by resource: the resources that link to it, by term of the linking value (docs/contract/values.md §9).
 */
export async function loadReverse (
  { database, viewer, terms }: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const found = new Map<number, Record<string, Representation[]>>()
  for (const [linkedId, propertyId, , id, title] of await linksTo(database, viewer, ids)) {
    const term = terms.properties.byId.get(propertyId)?.term
    if (term === undefined) continue
    let reverse = found.get(linkedId)
    if (reverse === undefined) found.set(linkedId, reverse = {});
    (reverse[term] ??= []).push({ '@id': address('resources', id), 'o:title': title })
  }
  return found
}
