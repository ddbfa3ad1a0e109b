import type { Terms } from '../../../db/query/statements/terms.js'
import type { PreviewedRecord } from '../../../api/move/import/run/import.js'
import type { Words } from '../../../web/languages/languages.js'
import type { PreviewRecord, PreviewValue } from '../../../web/pages/import/preview.js'
import { termLabel } from '../explore/listing.js'

type Json = Readonly<Record<string, unknown>>

/** A record of a file as the preview shows it. */
export function previewRecord (
  { number, record = {}, title, outcome, problems }: PreviewedRecord, terms: Terms, words: Words
): PreviewRecord {
  const values = Object.entries(record).flatMap(([key, list]) => {
    const name = termLabel(words, terms.properties, key)
    return name === undefined || !Array.isArray(list)
      ? []
      : [[name, list.map((value) => valueOf(value as Json, words))] as const]
  })
  const className = textOf(record['o:resource_class'])
  const messages = (wanted: typeof problems[number]['severity']): string[] =>
    problems.filter(({ severity }) => severity === wanted).map(({ message }) => message)
  return {
    row: number,
    // A record with errors has no computed title.
    title: title ?? textsOf(record['dcterms:title'])[0],
    isUpdate: outcome === 'updated',
    isPresent: outcome === 'present',
    isPublic: record['o:is_public'] !== false,
    className: className === undefined ? undefined : termLabel(words, terms.classes, className) ?? className,
    itemSets: textsOf(record['o:item_set']),
    media: textsOf(record['o:media']),
    values,
    errors: messages('error'),
    warnings: messages('warning')
  }
}

function valueOf (value: Json, { imports: { types } }: Words): PreviewValue {
  const type = String(value.type ?? 'literal')
  return {
    text: textOf(value) ?? '',
    language: typeof value['@language'] === 'string' ? value['@language'] : undefined,
    kind: type === 'literal' ? undefined : Object.hasOwn(types, type) ? types[type as keyof typeof types] : type
  }
}

function textsOf (list: unknown): string[] {
  return Array.isArray(list) ? list.map((one) => textOf(one) ?? '') : []
}

/** A short text for a value, a reference or a media. */
function textOf (value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') return String(value)
  const json = value as Json
  const label = json['o:label']
  const address = json['@id']
  if (typeof label === 'string' && typeof address === 'string') return `${label} (${address})`
  const names = ['@value', 'ingest_url', 'file', 'o:term', 'o:title', 'o:label', '@id', 'value_resource_id', 'o:id']
  const found = names.map((name) => json[name]).find((one) => one !== undefined && one !== null)
  if (found !== undefined) return String(found)
  return json.value_resource === undefined
    ? Object.values(json).find((one) => typeof one === 'string')
    : textOf(json.value_resource)
}
