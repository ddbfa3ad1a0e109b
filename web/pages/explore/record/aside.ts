import { html, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import { fact, time } from '../../../parts.js'
import type { Media } from '../../../../schemas/resources/media.js'
import type { ItemSet } from '../../../../schemas/resources/item-sets.js'
import { pageAddress, titleOf, addressIn, mediaTitle, type ResourceName } from '../resource.js'
import { sourceName } from '../../../../files/types/names.js'

/** Formats in which every record is available, with their media types. */
const FORMATS = [
  ['jsonld', 'JSON-LD', 'application/ld+json'],
  ['turtle', 'Turtle', 'text/turtle'],
  ['rdfxml', 'RDF/XML', 'application/rdf+xml'],
  ['ntriples', 'N-Triples', 'application/n-triples']
] as const

/** The IIIF resource for each type that has one, as named in its address. */
const MANIFESTS: Partial<Record<ResourceName, string>> = { items: 'manifest', item_sets: 'collection' }
const MANIFEST_TYPE = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"'

export interface AsideFacts {
  name: ResourceName
  id: number
  sets: readonly ItemSet[]
  media: readonly Media[]
  /** The item of a media. */
  item?: { id: number, title: string } | undefined
  /** Times in seconds since 1970. */
  created: number
  modified: number | null
}

/** The column beside a record: item sets, files, formats, dates. */
export function aside (frame: Frame, { name, id, sets, media, item, created, modified }: AsideFacts): Html {
  const { words, path } = frame
  const { explore } = words
  const files = media.filter(({ 'o:original_url': url, 'o:source': source }) =>
    url !== null || addressIn(source) !== undefined)
  const day = (seconds: number): Html => time(frame, seconds, words.day(seconds))
  return html`<aside class="beside" aria-label="${explore.about}">
${item !== undefined && html`<section><h2>${explore.partOf}</h2><ul><li><a href="${pageAddress(path, 'items', item.id)}"
dir="auto">${item.title}</a></li></ul></section>`}
${sets.length > 0 && html`<section><h2>${sets.length === 1 ? explore.itemSet : words.resources.item_sets}</h2><ul>${sets.map(
  (set) => html`<li><a href="${pageAddress(path, 'item_sets', set['o:id'])}" dir="auto">${titleOf(set, words)}</a></li>`
)}</ul></section>`}
${files.length > 0 && html`<section><h2>${explore.files}</h2><ul class="files">${files.map(
  (one) => html`<li>${file(frame, one)}</li>`)}</ul></section>`}
<section><h2>${explore.recordAs}</h2><ul class="formats">${otherForms(frame, name, id).map(({ address, label, type }) =>
  html`<li><a href="${address}" type="${type}" rel="alternate nofollow">${label}</a></li>`)}
</ul></section>
<section><h2>${explore.record}</h2><dl class="facts">${fact(explore.created, day(created))}${
  modified !== null && modified !== created &&
  fact(explore.modified, day(modified))}</dl></section></aside>`
}

/** Links to the record in formats for programs. */
export function otherForms (
  { path, hasManifests }: Frame, name: ResourceName, id: number
): Array<{ address: string, label: string, type: string }> {
  const forms = FORMATS.map(([format, label, type]) =>
    ({ address: `${path}/api/${name}/${id}?format=${format}`, label, type }))
  const manifest = MANIFESTS[name]
  if (!hasManifests || manifest === undefined) return forms
  return [...forms, { address: `${path}/iiif/3/${id}/${manifest}`, label: 'IIIF', type: MANIFEST_TYPE }]
}

function file ({ words }: Frame, media: Media): Html {
  const { 'o:original_url': original, 'o:source': source, 'o:media_type': type, 'o:size': size } = media
  const label = sourceName(source) ?? mediaTitle(media, words)
  if (original === null) return html`<a href="${addressIn(source)}" rel="noopener external">${label}</a>`
  const facts = [type, size !== null && words.size(size)].filter((fact) => typeof fact === 'string')
  return html`<a href="${original}" download="${label}">${label}</a>${
    facts.length > 0 && html` <span class="soft">${facts.join(', ')}</span>`}`
}
