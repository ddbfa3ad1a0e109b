import type { Terms } from '../../../../db/query/statements/terms.js'
import { ValidationError } from '../../../core/calls/errors.js'
import type { ValueRow } from '../../../values/value-rows.js'

/** A message for each required property of the template that has no value, in the order of the template. */
export function missingRequired (rows: readonly ValueRow[], templateId: number | null, terms: Terms): string[] {
  const template = templateId === null ? undefined : terms.templates.get(templateId)
  if (template === undefined) return []
  const present = new Set(rows.map((row) => row.propertyId))
  return template.properties.filter((row) => row.isRequired && !present.has(row.propertyId)).map((row) => {
    const label = row.alternateLabel || terms.properties.byId.get(row.propertyId)?.label
    return `The "${template.label}" resource template requires a "${label}" value`
  })
}

/** @throws ValidationError if properties that the template requires have no value (docs/contract/resources.md §8). */
export function refuseMissing (rows: readonly ValueRow[], templateId: number | null, terms: Terms): void {
  const messages = missingRequired(rows, templateId, terms)
  if (messages.length > 0) throw ValidationError.of('o:resource_template_property', ...messages)
}
