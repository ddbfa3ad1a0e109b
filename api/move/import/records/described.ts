import type { Member } from '../../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { ValidationError } from '../../../core/calls/errors.js'
import { asList, isNumeric, isObject, toFlag } from '../../../core/calls/given.js'
import type { Keys } from '../../../core/calls/unknown-keys.js'
import { titlesOf } from '../../../resources/shared/titles/titles.js'
import { parseValues, type ParsedValues } from '../../../values/value-drafts.js'
import { newRow } from '../../../values/value-rows.js'
import type { Json } from '../../pipeline/lines.js'
import { shown, suggestion } from '../../pipeline/problems.js'
import { byValue, classOf, PROBLEMS_MAX, templateOf, termsOf } from './references.js'
import type { ImportContext } from '../write/context.js'
import type { Described, RecordValue } from './record.js'

/** Keywords of JSON-LD, and keys that extensions add to representations (docs/contract/http.md §11). */
const IGNORED_KEYS = /^(?:@|o-[a-z-]+:)/

const ALL_KINDS: readonly ResourceKind[] = ['item', 'item_set', 'media']

/** The members that items, item sets and media share. @param keys keys that are not properties. */
export function describe (
  source: Json, classId: number | null, keys: Keys, context: ImportContext, errors: string[], warnings: string[]
): Described {
  const templateId = templateOf(source['o:resource_template'], context, errors)
  const values = valuesOf(source, keys, context, errors, warnings)
  const rows = values.map(({ row }) => row)
  return {
    classId,
    templateId,
    titles: titlesOf(rows, templateId, context.terms),
    isPublic: !Object.hasOwn(source, 'o:is_public') || toFlag(source['o:is_public']),
    values
  }
}

/** The kinds of resource and the class in `@type`; `o:resource_class` may also give the class. */
export function typesOf<K extends string> (
  source: Json, known: Readonly<Record<string, K>>, context: ImportContext, errors: string[]
): { kinds: K[], classId: number | null } {
  const { classes: all } = context.terms
  const kinds: K[] = []
  const classes: Member[] = []
  for (const type of asList(source['@type'] ?? [])) {
    if (errors.length >= PROBLEMS_MAX) break
    if (typeof type === 'string' && Object.hasOwn(known, type)) {
      kinds.push(known[type]!)
      continue
    }
    const found = typeof type === 'string' ? all.named(type) : undefined
    if (found !== undefined) classes.push(found)
    else {
      const candidates = [...Object.keys(known), ...termsOf(all)]
      errors.push(`@type: ${shown(JSON.stringify(type))} is unknown${suggestion(type, candidates)}`)
    }
  }
  if (classes.length > 1) errors.push(`@type has two classes, ${classes.map(({ term }) => term).join(' and ')}`)
  return { kinds, classId: classes[0]?.id ?? classOf(source['o:resource_class'], context, errors) }
}

function valuesOf (
  source: Json, keys: Keys, context: ImportContext, errors: string[], warnings: string[]
): RecordValue[] {
  for (const [key, members] of Object.entries(source)) checkKey(source, key, members, keys, context, errors, warnings)
  replaceReferences(source, keys, context, errors)
  const { drafts, dropped } = parse(source, context, errors)
  for (const { key, reason } of dropped) warnings.push(`${key}: ${reason}; the value is left out`)
  return drafts.map((draft) => {
    const annotation = draft.annotation === undefined
      ? null
      : valuesOf(draft.annotation, keys, context, errors, warnings)
    return { row: newRow(draft), links: draft.type.links ?? [], isPublic: draft.isPublic, annotation }
  })
}

function checkKey (
  source: Json, key: string, members: unknown, keys: Keys,
  { terms: { properties }, options: { skipUnknown } }: ImportContext, errors: string[], warnings: string[]
): void {
  if (keys.has(key) || errors.length >= PROBLEMS_MAX) return
  if (properties.named(key) !== undefined) {
    if (!Array.isArray(members)) errors.push(`${key}: expected a list of values`)
  } else if (!IGNORED_KEYS.test(key)) {
    const candidates = key.includes('://')
      ? [...properties].map(({ uri }) => uri)
      : key.includes(':') && !key.startsWith('o:') ? termsOf(properties) : keys
    const isReported = warnings.length < PROBLEMS_MAX
    const message = `${shown(key)}: unknown term${isReported ? suggestion(key, candidates) : ''}`
    if (skipUnknown === true) {
      delete source[key]
      if (isReported) warnings.push(`${message}; it is left out`)
    } else errors.push(message)
  }
}

/** Replaces labels and values by negative targets, so that values can be parsed like any payload. */
function replaceReferences (source: Json, keys: Keys, context: ImportContext, errors: string[]): void {
  for (const [key, members] of Object.entries(source)) {
    if (!Array.isArray(members) || keys.has(key)) continue
    for (const member of members as unknown[]) {
      if (!isObject(member) || errors.length >= PROBLEMS_MAX) continue
      const to = member.value_resource_id
      if (isNumeric(to) && Number(to) < 0) errors.push(`${key}: there is no resource ${String(to)}`)
      else if (typeof to === 'string' && to !== '' && !isNumeric(to)) {
        member.value_resource_id = context.labels.of(to).target
      } else if (member.value_resource !== undefined) follow(key, member, context, errors)
    }
  }
}

function follow (key: string, member: Json, context: ImportContext, errors: string[]): void {
  const { value_resource: given, type } = member
  const kinds = typeof type === 'string' ? context.services.dataTypes.get(type)?.links : ALL_KINDS
  if (kinds === undefined) {
    errors.push(`${key}: a value of the type "${String(type)}" is not a link, so it cannot have "value_resource"`)
    return
  }
  const target = isObject(given) ? byValue(given, kinds, context) : undefined
  if (typeof target === 'number') member.value_resource_id = target
  else {
    errors.push(`${key}: "value_resource" must be an object like {"dcterms:identifier": "1234"}` +
      (target === undefined ? '' : `; ${target}`))
  }
}

function parse (
  source: Json, { terms, services: { dataTypes } }: ImportContext, errors: string[]
): Pick<ParsedValues, 'drafts' | 'dropped'> {
  try {
    return parseValues(source, { terms, dataTypes })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    for (const [key, messages] of Object.entries(error.errors)) errors.push(`${key}: ${String(messages)}`)
    return { drafts: [], dropped: [] }
  }
}
