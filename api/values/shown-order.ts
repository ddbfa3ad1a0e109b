import type { Terms } from '../../db/query/statements/terms.js'

/** Properties displayed first: the rows of the template, in its order; without a template, title and description. */
export function shownFirst (templateId: number | null, terms: Terms): readonly number[] {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  return template?.properties.map((row) => row.propertyId) ?? [terms.titleId, terms.descriptionId]
}

/** Values in display order: by property, first the ones from `shownFirst`, then the others as they occur. */
export function inShownOrder<T extends { propertyId: number }> (
  values: readonly T[], templateId: number | null, terms: Terms
): T[] {
  const lists = new Map<number, T[]>(shownFirst(templateId, terms).map((id) => [id, []]))
  for (const value of values) {
    const list = lists.get(value.propertyId)
    if (list === undefined) lists.set(value.propertyId, [value])
    else list.push(value)
  }
  return [...lists.values()].flat()
}
