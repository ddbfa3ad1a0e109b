import { escapedIri, isAbsolute } from '../../../../api/core/rdf/terms.js'
import { valuesOf, type Value } from '../../../../schemas/shared/values.js'
import { html, json, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import { otherForms } from './aside.js'
import { pageAddress, textOf, type Resource, type ResourceName } from '../resource.js'

/** Classes of schema.org by classes of the built-in vocabularies. */
const TYPES: Record<string, string> = {
  'foaf:Person': 'Person',
  'foaf:Organization': 'Organization',
  'foaf:Group': 'Organization',
  'bibo:Book': 'Book',
  'bibo:Article': 'Article',
  'bibo:Image': 'ImageObject',
  'bibo:Map': 'Map',
  'dctype:StillImage': 'VisualArtwork',
  'dctype:Image': 'VisualArtwork',
  'dctype:MovingImage': 'VideoObject',
  'dctype:Sound': 'AudioObject',
  'dctype:Dataset': 'Dataset',
  'dctype:Event': 'Event',
  'dctype:Software': 'SoftwareApplication'
}

/**
 * Properties of schema.org by those of Dublin Core, with the type of what they name: a creator or publisher may be a
 * person or an organization.
 */
const PROPERTIES: ReadonlyArray<readonly [key: string, term: string, type?: string]> = [
  ['creator', 'dcterms:creator'],
  ['about', 'dcterms:subject', 'Thing'],
  ['inLanguage', 'dcterms:language', 'Language'],
  ['publisher', 'dcterms:publisher'],
  ['license', 'dcterms:license', 'CreativeWork']
]

/** Classes that are not creative works, and do not have these properties. */
const NOT_CREATIVE_WORKS = new Set(['Person', 'Organization', 'Event'])

/** Maximum number of values of one property in the metadata for search engines. */
const PROPERTY_MAX_VALUES = 20

/** Links to the record in other formats, and its metadata in schema.org's vocabulary. */
export function recordHead (
  frame: Frame, name: ResourceName, resource: Resource, shown: {
    title: string, canonical: string, description: string | undefined, picture: string | undefined
  }
): Html {
  const { origin, start, title: collection } = frame
  const { 'o:id': id } = resource
  const links = otherForms(frame, name, id).map(({ address, label, type }) => html`
<link rel="alternate" type="${type}" title="${label}" href="${address}">`)
  const absolute = (address: string): string => address.startsWith('/') ? origin + address : address
  const type = typeOf(name, resource)
  const values = new Map<string, readonly Value[]>(valuesOf(resource))
  const nodes = (term: string, type: string | undefined): unknown[] | undefined =>
    values.get(term)?.slice(0, PROPERTY_MAX_VALUES).map((value) => nodeOf(value, type, origin + frame.path))
  const data = {
    '@context': 'https://schema.org',
    '@type': type,
    '@id': absolute(shown.canonical),
    url: absolute(shown.canonical),
    name: shown.title,
    description: shown.description,
    identifier: nodes('dcterms:identifier', 'PropertyValue')?.[0],
    image: shown.picture && absolute(shown.picture),
    isPartOf: NOT_CREATIVE_WORKS.has(type) ? undefined : { '@type': 'Collection', name: collection, url: origin + start! },
    ...(!NOT_CREATIVE_WORKS.has(type) && {
      dateCreated: values.get('dcterms:date')?.slice(0, PROPERTY_MAX_VALUES).map(textOf),
      ...Object.fromEntries(PROPERTIES.map(([key, term, type]) => [key, nodes(term, type)]))
    })
  }
  return html`${links}
<script type="application/ld+json">${json(data)}</script>`
}

/** A text, or a node with an address and a name. @param installation its address, for links to pages. */
function nodeOf (value: Value, type: string | undefined, installation: string): unknown {
  const name = textOf(value)
  if ('value_resource_id' in value) {
    const { value_resource_name: resourceName, value_resource_id: id } = value
    return { '@type': type, '@id': pageAddress(installation, resourceName, id), name }
  }
  const { '@id': uri } = value as { '@id'?: string }
  // A URI without a scheme would be read as an address on this server.
  if (uri === undefined || !isAbsolute(uri) || name === uri) return name
  return { '@type': type, '@id': escapedIri(uri), name }
}

function typeOf (name: ResourceName, { '@type': type }: Resource): string {
  const known = Array.isArray(type) ? TYPES[type[1]!] : undefined
  return known ?? (name === 'item_sets' ? 'Collection' : name === 'media' ? 'MediaObject' : 'CreativeWork')
}
