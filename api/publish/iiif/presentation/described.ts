import type { Terms } from '../../../../db/query/statements/terms.js'
import { contentType } from '../../../../files/types/mime-types.js'
import type { Item } from '../../../../schemas/resources/items.js'
import type { ItemSet } from '../../../../schemas/resources/item-sets.js'
import type { Media } from '../../../../schemas/resources/media.js'
import { titleLanguage, valuesOf, type Value } from '../../../../schemas/shared/values.js'
import { isPlaceholder } from '../../../core/answers/addresses.js'
import { UNTITLED } from '../../../files/pictures.js'
import { inLanguage, mergeLanguageMaps, displayValue, type LanguageMap, type Labels } from './language-map.js'

export type Resource = Item | ItemSet | Media

/** A label and its value, for display. */
export interface Entry { label: LanguageMap, value: LanguageMap }

/** An image that every viewer can load. Sizes in pixels. */
export interface Picture {
  id: string
  format: string
  width?: number
  height?: number
  /** The image service from which parts can be requested. */
  service?: PictureService
}

export interface PictureService {
  /** Id of a media of this collection, or the image service of another server. */
  of: number | { id: string, version: 1 | 2 | 3, profile: string }
}

/** The texts that viewers display for any resource. */
export interface Described {
  id: number
  label: LanguageMap
  summary: LanguageMap | undefined
  metadata: Entry[]
  /** URI of a licence. */
  rights: string | undefined
  /** A rights statement that viewers must display. */
  statement: Entry | undefined
  thumbnail: Picture | undefined
}

const SUMMARIES = ['dcterms:description', 'dcterms:abstract', 'bibo:shortDescription']
const RIGHTS = ['dcterms:license', 'dcterms:rights', 'dcterms:accessRights', 'dcterms:rightsHolder']

/**
 * Converts a representation to what viewers display. @param labels translates property labels, unless the template
 * overrides them.
 */
export function describeForViewers (resource: Resource, terms: Terms, labels: Labels): Described {
  const values = valuesOf(resource)
  const named = labelsOf(resource, terms, labels)
  const metadata = values.flatMap(([term, list]) => entryOf(named(term, list[0]!), list) ?? [])
  const byTerm = new Map<string, readonly Value[]>(values)
  const given = RIGHTS.flatMap((term) => (byTerm.get(term) ?? []).map((value) => ({ term, value })))
  const uri = given.find(({ value }) => rightsUriOf(value) !== undefined)
  const said = given.find(({ value }) => rightsUriOf(value) === undefined)
  const summary = SUMMARIES.find((term) => byTerm.has(term))
  return {
    id: resource['o:id'],
    label: titleOf(resource),
    summary: summary === undefined ? undefined : valueOf(byTerm.get(summary)!),
    metadata,
    rights: uri && rightsUriOf(uri.value),
    statement: said && entryOf(
      named(said.term, said.value), byTerm.get(said.term)!.filter((value) => rightsUriOf(value) === undefined)
    ),
    thumbnail: thumbnailOf(resource)
  }
}

/** An image at a URL, whose extension determines the format. */
export function pictureAt (id: string): Picture {
  return { id, format: contentType(id) }
}

function thumbnailOf ({ thumbnail_display_urls: { medium } }: Resource): Picture | undefined {
  return medium === null || isPlaceholder(medium) ? undefined : pictureAt(medium)
}

/** The title, in the language of the value that it was taken from. */
function titleOf (resource: Resource): LanguageMap {
  const title = resource['o:title']
  return title === null || title === '' ? inLanguage(UNTITLED) : inLanguage(title, titleLanguage(resource))
}

function entryOf (label: LanguageMap, values: readonly Value[]): Entry | undefined {
  const value = valueOf(values)
  return value && { label, value }
}

function valueOf (values: readonly Value[]): LanguageMap | undefined {
  const shown = values.map(displayValue).filter((map) => map !== undefined)
  return shown.length === 0 ? undefined : mergeLanguageMaps(shown)
}

/** Property labels; labels of the resource's template take precedence. */
function labelsOf (
  { 'o:resource_template': template }: Resource, { templates }: Terms, labels: Labels
): (term: string, value: Value) => LanguageMap {
  const rows = template === null ? [] : templates.get(template['o:id'])?.properties ?? []
  const own = new Map(rows.map(({ propertyId, alternateLabel }) => [propertyId, alternateLabel]))
  return (term, { property_id: id, property_label: label }) => {
    const alternate = own.get(id) ?? ''
    return alternate === '' ? labels(term, label) : inLanguage(alternate)
  }
}

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
function rightsUriOf (value: Value): string | undefined {
  const { '@id': uri, '@value': text } = value as Partial<Record<string, unknown>>
  const given = String(uri ?? text ?? '').trim()
  const [, kind, licence, version, country] = CREATIVE_COMMONS.exec(given) ?? []
  if (kind !== undefined) {
    return `http://creativecommons.org/${kind}/${licence!}/${version!}/${country === undefined ? '' : `${country}/`}`
  }
  const [, statement, edition] = RIGHTS_STATEMENTS.exec(given) ?? []
  return statement === undefined ? undefined : `http://rightsstatements.org/vocab/${statement}/${edition!}/`
}
