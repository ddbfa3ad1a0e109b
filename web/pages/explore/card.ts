import { titleLanguage } from '../../../schemas/shared/values.js'
import { html, type Html } from '../../html.js'
import type { Frame } from '../../frame.js'
import {
  descriptionOf, excerptOf, firstText, nameOf, pageAddress, pictureOf, titleOf, type Resource
} from './resource.js'
import type { State } from './state.js'
import { inLanguage, privateMark } from './values.js'

/** Properties for the maker and the date below a title, in order of preference. */
const MAKERS = ['dcterms:creator', 'dcterms:contributor', 'bibo:authorList', 'dcterms:publisher']
const DATES = ['dcterms:date', 'dcterms:created', 'dcterms:issued', 'dcterms:temporal']

/** Titles of up to this many characters are set large on a card without a picture. */
const SHORT_TITLE_MAX_CHARACTERS = 40

/** Maximum numbers of characters of texts in a list. */
const EXCERPT_MAX_CHARACTERS = 220
const TITLE_MAX_CHARACTERS = 300

/** A result: in a grid a picture with its label, or only the label; in a list with its description. */
export function entry (frame: Frame, view: State['view'], resource: Resource, classes: ClassLabels): Html {
  return view === 'list' ? row(frame, resource, classes) : card(frame, resource, classes)
}

/** Labels of classes by term. */
export type ClassLabels = (term: string) => string | undefined

function card (frame: Frame, resource: Resource, classes: ClassLabels): Html {
  const picture = pictureOf(resource)
  return html`<li class="card${picture === undefined && ' is-plain'}"><a href="${addressOf(frame, resource)}">${
    picture === undefined
      ? plain(frame, resource, classes)
      : html`<span class="frame"><img src="${picture}" alt="" loading="lazy" decoding="async"></span>
<span class="caption-of"><span class="name"${language(resource)}>${shortTitle(frame, resource)}</span>${
  meta(frame, resource)}</span>`}</a></li>`
}

/** A card without a picture, which shows the title like a book cover. */
function plain (frame: Frame, resource: Resource, classes: ClassLabels): Html {
  const title = shortTitle(frame, resource)
  const kind = classOf(resource, classes)
  return html`<span class="plate">${kind !== undefined && html`<span class="kind">${kind}</span>`}
<span class="name${title.length <= SHORT_TITLE_MAX_CHARACTERS && ' is-short'}"${language(resource)}>${title}</span>${
  meta(frame, resource)}</span>`
}

function row (frame: Frame, resource: Resource, classes: ClassLabels): Html {
  const picture = pictureOf(resource)
  const excerpt = descriptionOf(resource, EXCERPT_MAX_CHARACTERS)
  const kind = classOf(resource, classes)
  return html`<li class="row"><a href="${addressOf(frame, resource)}" class="thumb" tabindex="-1" aria-hidden="true">${
    picture === undefined
      ? html`<span>${initialOf(shortTitle(frame, resource))}</span>`
      : html`<img src="${picture}" alt="" loading="lazy" decoding="async">`}</a>
<div><h3><a href="${addressOf(frame, resource)}"${language(resource)}>${shortTitle(frame, resource)}</a></h3>
${meta(frame, resource)}${kind !== undefined && html`<span class="kind">${kind}</span>`}${
  excerpt !== undefined && html`<p class="excerpt" dir="auto">${excerpt}</p>`}</div></li>`
}

function meta (frame: Frame, resource: Resource): Html | false {
  const parts = [firstText(resource, MAKERS), firstText(resource, DATES)]
    .filter((text) => text !== undefined && text !== resource['o:title'])
    .map((text) => excerptOf(text!, EXCERPT_MAX_CHARACTERS))
  const isPrivate = !resource['o:is_public']
  return (parts.length > 0 || isPrivate) &&
    html`<span class="meta">${parts.map((text, at) => html`${at > 0 && ', '}<span dir="auto">${text}</span>`)}${
      isPrivate && privateMark(frame)}</span>`
}

function shortTitle ({ words }: Frame, resource: Resource): string {
  return excerptOf(titleOf(resource, words), TITLE_MAX_CHARACTERS)
}

function addressOf ({ path }: Frame, resource: Resource): string {
  return pageAddress(path, nameOf(resource), resource['o:id'])
}

function language (resource: Resource): Html {
  return inLanguage(titleLanguage(resource))
}

/** The label of the class of a resource; undefined if it has no class. */
export function classOf ({ '@type': type }: Resource, classes: ClassLabels): string | undefined {
  return Array.isArray(type) ? classes(type[1]!) : undefined
}

function initialOf (title: string): string {
  return [...title.replace(/^[^\p{L}\p{N}]+/u, '')][0]?.toLocaleUpperCase() ?? '–'
}
