import { html, type Html } from '../../../html.js'
import type { Frame, Page } from '../../../frame.js'
import type { Media } from '../../../../schemas/resources/media.js'
import { titleLanguage, valuesOf, type Value } from '../../../../schemas/shared/values.js'
import { aside, type AsideFacts } from './aside.js'
import { classOf, type ClassLabels } from '../card.js'
import { linkedFrom, type LinkedFacts } from './linked.js'
import { mediaTitle, descriptionOf, pageAddress, pictureOf, titleOf, type Resource, type ResourceName } from '../resource.js'
import { recordHead } from './metadata.js'
import { explorePage } from '../page.js'
import { inLanguage, privateMark, valueHtml } from '../values.js'
import { viewer, type ViewerFacts } from './viewer.js'

interface RecordFacts extends AsideFacts {
  name: ResourceName
  resource: Resource
  /** Labels that the template gives to properties, by their ids. */
  alternateLabels: ReadonlyMap<number, string>
  classes: ClassLabels
  viewer: ViewerFacts
  /** Path and query of the page itself. */
  address: string
  linked: readonly LinkedFacts[]
}

/** Maximum number of characters of a description for search engines. */
const DESCRIPTION_MAX_CHARACTERS = 300

/** The page of an item or a media: pictures, values, item sets. */
export function recordPage (frame: Frame, facts: RecordFacts): Page {
  const { name, resource, classes, linked, viewer: shown } = facts
  const { words } = frame
  const title = name === 'media' ? mediaTitle(resource as Media, words) : titleOf(resource, words)
  const canonical = pageAddress(frame.path, name, resource['o:id'])
  const description = descriptionOf(resource, DESCRIPTION_MAX_CHARACTERS)
  const picture = pictureOf(resource)
  return explorePage(frame, {
    name: title,
    canonical,
    address: facts.address,
    isIndexed: resource['o:is_public'],
    description,
    picture,
    head: recordHead(frame, name, resource, { title, canonical, description, picture }),
    content: html`<article class="record"><header class="opening">${kicker(frame, facts.sets, classOf(resource, classes))}
<h1${inLanguage(titleLanguage(resource))}>${title}</h1>${!resource['o:is_public'] &&
  html`<p class="lead">${privateMark(frame)} ${words.explore.onlySome}</p>`}</header>
${viewer(frame, shown)}
<div class="sides"><div class="values">${values(frame, resource, facts.alternateLabels)}
${linkedFrom(frame, canonical, linked)}</div>
${aside(frame, facts)}</div></article>`
  })
}

function kicker ({ words, path }: Frame, sets: AsideFacts['sets'], kind: string | undefined): Html | false {
  const [set] = sets
  return (set !== undefined || kind !== undefined) && html`<p class="kicker">${set !== undefined &&
    html`<a href="${pageAddress(path, 'item_sets', set['o:id'])}" dir="auto">${titleOf(set, words)}</a>`}${
    set !== undefined && kind !== undefined && html` <span aria-hidden="true">·</span> `}${kind}</p>`
}

/** Values under the labels of their properties, in the order that the template gives. */
export function values (frame: Frame, resource: Resource, alternateLabels: ReadonlyMap<number, string>): Html {
  const title = resource['o:title']
  const rows = valuesOf(resource).filter(([, list]) => !isOnlyTitle(list, title))
  const { explore: words } = frame.words
  if (rows.length === 0) return html`<p class="nothing">${words.noValues}</p>`
  return html`<dl class="described">${rows.map(([term, list]) => {
    const { property_id: id, property_label: label } = list[0]!
    return html`<div><dt title="${term}">${alternateLabels.get(id) ?? frame.words.labelOf(term, label)}</dt>${list.map((value) =>
      html`<dd>${valueHtml(frame, value)}</dd>`)}</div>`
  })}</dl>`
}

/** Whether a property has only the title as its value, which is already at the top of the page. */
function isOnlyTitle (list: readonly Value[], title: string | null): boolean {
  const [value] = list
  return list.length === 1 && value!.type === 'literal' && value!['@value'] === title &&
    value!.is_public && value!['@annotation'] === undefined
}
