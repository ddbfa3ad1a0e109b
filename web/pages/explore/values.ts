import { languageTag, valuesOf, type Value } from '../../../schemas/shared/values.js'
import { html, type Html } from '../../html.js'
import type { Frame } from '../../frame.js'
import { pageAddress, textOf, titleOf } from './resource.js'

/** Addresses that may be links; others are shown as text. */
const WEB = /^https?:\/\/[^\s]+$/i

/** A value as HTML: a text with its language, a link to a page, or a link to another site. */
export function valueHtml (frame: Frame, value: Value): Html {
  return html`${shownValue(frame, value)}${value.is_public ? false : privateMark(frame)}${
    value['@annotation'] !== undefined && annotation(frame, value['@annotation'])}`
}

function shownValue (frame: Frame, value: Value): Html {
  if ('value_resource_id' in value) {
    const { value_resource_id: id, value_resource_name: name, thumbnail_url: picture } = value
    const text = titleOf({ 'o:title': value.display_title === '[Untitled]' ? null : value.display_title }, frame.words)
    return html`<a class="linked" href="${pageAddress(frame.path, name, id)}">${picture !== undefined &&
      html`<img src="${picture}" width="36" height="36" alt="" loading="lazy">`}${text}</a>`
  }
  if (value.type === 'uri') {
    const { '@id': uri, 'o:label': label, 'o:lang': lang } = value
    return WEB.test(uri)
      ? html`<a href="${uri}" rel="noopener external"${inLanguage(lang)}>${label ?? uri}</a>${languageMark(frame, lang)}`
      : html`${label !== undefined && html`<span${inLanguage(lang)}>${label}</span> `}<code>${uri}</code>`
  }
  const text = textOf(value)
  const lang = '@language' in value ? value['@language'] : undefined
  return WEB.test(text)
    ? html`<a href="${text}" rel="noopener external">${text}</a>`
    : html`<span class="text"${inLanguage(lang)}>${text}</span>${languageMark(frame, lang)}`
}

/** The attributes for the language of a text; `dir="auto"`, because values do not store their direction. */
export function inLanguage (given: string | undefined): Html {
  const tag = languageTag(given)
  return tag === undefined ? html` dir="auto"` : html` lang="${tag}" dir="auto"`
}

/** A small tag with the language of a text, if it differs from the language of the page. */
function languageMark ({ language }: Frame, given: string | undefined): Html | false {
  const tag = languageTag(given)
  if (tag === undefined || tag.split('-', 1)[0]!.toLowerCase() === language) return false
  return html` <span class="tag" title="${languageName(language, tag)}">${tag}</span>`
}

const names = new Map<string, Intl.DisplayNames>()

/** @example languageName('en', 'la') → 'Latin' */
function languageName (language: string, tag: string): string {
  let known = names.get(language)
  if (known === undefined) names.set(language, known = new Intl.DisplayNames(language, { type: 'language' }))
  try {
    return known.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The mark of a private value, for users who may see it. */
export function privateMark ({ words }: Frame): Html {
  return html` <span class="tag private">${words.explore.private}</span>`
}

function annotation (frame: Frame, annotation: object): Html {
  return html`<dl class="annotation">${valuesOf(annotation).map(([term, values]) => html`<div>
<dt>${frame.words.labelOf(term, values[0]!.property_label)}</dt>${values.map((value) => html`<dd>${valueHtml(frame, value)}</dd>`)}</div>`)}</dl>`
}
