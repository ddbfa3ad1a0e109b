import { html, json, type Html } from '../../html.js'
import type { Frame } from '../../frame.js'
import { otherForms } from './aside.js'
import { firstText, textOf, valuesOf, type Resource, type ResourceName } from './resource.js'

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

/** Properties of schema.org by properties of Dublin Core. */
const PROPERTIES = {
  creator: 'dcterms:creator',
  dateCreated: 'dcterms:date',
  about: 'dcterms:subject',
  inLanguage: 'dcterms:language',
  publisher: 'dcterms:publisher',
  license: 'dcterms:license'
} as const

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
  const values = new Map(valuesOf(resource))
  const data = {
    '@context': 'https://schema.org',
    '@type': type,
    '@id': absolute(shown.canonical),
    url: absolute(shown.canonical),
    name: shown.title,
    description: shown.description,
    identifier: firstText(resource, ['dcterms:identifier']),
    image: shown.picture && absolute(shown.picture),
    isPartOf: NOT_CREATIVE_WORKS.has(type) ? undefined : { '@type': 'Collection', name: collection, url: origin + start! },
    ...(!NOT_CREATIVE_WORKS.has(type) && Object.fromEntries(Object.entries(PROPERTIES).map(([key, term]) =>
      [key, values.get(term)?.slice(0, PROPERTY_MAX_VALUES).map(textOf)])))
  }
  return html`${links}
<script type="application/ld+json">${json(data)}</script>`
}

function typeOf (name: ResourceName, { '@type': type }: Resource): string {
  const known = Array.isArray(type) ? TYPES[type[1]!] : undefined
  return known ?? (name === 'item_sets' ? 'Collection' : name === 'media' ? 'MediaObject' : 'CreativeWork')
}
