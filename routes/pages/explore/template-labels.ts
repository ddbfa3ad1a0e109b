import type { Terms } from '../../../db/query/statements/terms.js'
import type { Resource } from '../../../web/pages/explore/resource.js'

/** Labels that the template of a resource gives to properties, by the ids of the properties. */
export function alternateLabels (
  { 'o:resource_template': template }: Resource, { templates }: Terms
): ReadonlyMap<number, string> {
  const rows = template === null ? [] : templates.get(template['o:id'])?.properties ?? []
  return new Map(rows.flatMap(({ propertyId, alternateLabel: label }) =>
    label === null || label === '' ? [] : [[propertyId, label] as const]))
}
