import type { Member, Terms } from '../../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { asList, isObject, toInteger } from '../../../core/calls/given.js'
import { shown, suggestion } from '../../pipeline/problems.js'
import { TITLE, type Labels } from './labels.js'
import type { Target } from './record.js'

/** Lookups for references: terms, templates and accounts of the installation. */
export interface Known {
  terms: Terms
  labels: Labels
  /** Ids of accounts by e-mail address in lower case. */
  owners: ReadonlyMap<string, number>
}

/** Limit for problems of one record: finding the nearest names of a million wrong keys would take minutes. */
export const PROBLEMS_MAX = 100

export function termsOf (members: Iterable<Member>): string[] {
  return [...members].map(({ term }) => term)
}

/** The id of a class: `{"o:term": …}`, `{"o:label": …}`, `{"o:id": …}`, or a plain term or label. */
export function classOf (given: unknown, { terms: { classes } }: Known, errors: string[]): number | null {
  if (given === undefined || given === null) return null
  const { id, name } = referenceIn(given, ['o:term', 'o:label'])
  if (id !== undefined) {
    if (classes.byId.get(id) === undefined) errors.push(`o:resource_class: there is none with the id ${id}`)
    return id
  }
  if (name === undefined) return null
  const found = classes.named(name)
  if (found !== undefined) return found.id
  const labelled = [...classes].filter(({ label }) => label === name)
  if (labelled.length === 1) return labelled[0]!.id
  errors.push(labelled.length > 1
    ? `o:resource_class: "${name}" is the label of ${labelled.map(({ term }) => term).join(' and ')}`
    : `o:resource_class: "${shown(name)}" is unknown${suggestion(name, termsOf(classes))}`)
  return null
}

/** The id of a template: `{"o:label": …}`, `{"o:id": …}`, or a plain label. */
export function templateOf (given: unknown, { terms: { templates } }: Known, errors: string[]): number | null {
  if (given === undefined || given === null) return null
  const { id, name } = referenceIn(given, ['o:label'])
  if (id !== undefined) {
    if (!templates.has(id)) errors.push(`o:resource_template: there is none with the id ${id}`)
    return id
  }
  if (name === undefined) return null
  const labelled = [...templates.values()].filter(({ label }) => label === name)
  if (labelled.length === 1) return labelled[0]!.id
  errors.push(labelled.length > 1
    ? `o:resource_template: ${labelled.length} templates are labelled "${name}"`
    : `o:resource_template: "${shown(name)}" is unknown${suggestion(name, [...templates.values()].map(({ label }) => label))}`)
  return null
}

/** The id of an account: `{"o:email": …}` or a plain address; other objects are references of other installations. */
export function ownerOf (given: unknown, { owners }: Known, errors: string[]): number | undefined {
  const address = isObject(given) ? given['o:email'] : given
  if (typeof address !== 'string' || address === '') return undefined
  const id = owners.get(address.trim().toLowerCase())
  if (id === undefined) errors.push(`o:owner: there is no account ${shown(address)}${suggestion(address, owners.keys())}`)
  return id
}

/**
 * Item sets: `{"@id": label}`, `{"o:id": id}`, `{"o:title": title}`, or by a value, `{"dcterms:identifier": value}`.
 */
export function itemSetsOf (given: unknown, known: Known, errors: string[]): Target[] {
  const sets = new Set<Target>()
  for (const member of asList(given)) {
    if (errors.length >= PROBLEMS_MAX) break
    const id = toInteger(isObject(member) ? member['o:id'] : member)
    const label = isObject(member) ? member['@id'] : undefined
    if (id !== undefined && id < 0) errors.push(`o:item_set: there is no resource ${id}`)
    else if (id !== undefined) sets.add(id)
    else if (typeof label === 'string') sets.add(known.labels.of(label).target)
    else {
      const target = isObject(member) ? byValue(member, ['item_set'], known) : undefined
      if (typeof target === 'number') sets.add(target)
      else {
        errors.push('o:item_set: expected a list of {"@id": label}, {"o:id": id} or {"o:title": title}' +
          (target === undefined ? '' : `; ${target}`))
      }
    }
  }
  return [...sets]
}

/**
 * The target of a reference by a value: `{"dcterms:identifier": "1234"}`, or `{"o:title": …}`.
 * @returns an error message for an unknown property; undefined when this is not such an object.
 */
export function byValue (
  given: Record<string, unknown>, kinds: readonly ResourceKind[], { terms: { properties }, labels }: Known
): Target | string | undefined {
  const [[key, value] = [], ...others] = Object.entries(given)
  const text = typeof value === 'number' ? String(value) : value
  if (key === undefined || others.length > 0 || typeof text !== 'string' || text.trim() === '') return undefined
  const property = key === 'o:title' ? TITLE : properties.named(key)?.id
  if (property === undefined) return `"${shown(key)}" is an unknown term${suggestion(key, termsOf(properties))}`
  return labels.reference(property, text.trim(), kinds).target
}

/** An id, or a text under one of the keys or by itself. */
function referenceIn (given: unknown, keys: readonly string[]): { id?: number, name?: string } {
  if (typeof given === 'string') return { name: given }
  if (!isObject(given)) return {}
  const id = toInteger(given['o:id'])
  const name = keys.map((key) => given[key]).find((one) => typeof one === 'string')
  // Names take precedence: they are the same everywhere, while ids are valid only here.
  return typeof name === 'string' ? { name } : id === undefined ? {} : { id }
}
