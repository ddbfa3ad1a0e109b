import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import type { Attributes, Tag } from 'sanitize-html'
import { purifyStyle } from './style.js'

const require = createRequire(import.meta.url)
let sanitize: typeof sanitizeHtml | undefined

const COMMON = ['class', 'style', 'title', 'lang', 'xml:lang', 'dir']
const CELLS = ['align', 'valign', 'char', 'charoff']

/** The elements of XHTML 1.0 Transitional that HTML Purifier knows, with the attributes they have beside COMMON. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries((
    'abbr acronym address b bdo big center cite code dd dfn dt em i kbd s samp small span strike strong sub sup tt u var'
  ).split(' ').map((name) => [name, []])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'caption'].map((name) => [name, ['align']])),
  ...Object.fromEntries(['blockquote', 'q', 'del', 'ins'].map((name) => [name, ['cite']])),
  ...Object.fromEntries(['dl', 'dir', 'menu'].map((name) => [name, ['compact']])),
  ...Object.fromEntries(['tbody', 'thead', 'tfoot'].map((name) => [name, CELLS])),
  ...Object.fromEntries(['td', 'th'].map((name) => [name, [...CELLS, 'abbr', 'bgcolor', 'colspan', 'rowspan', 'scope', 'height', 'nowrap', 'width']])),
  ...Object.fromEntries(['col', 'colgroup'].map((name) => [name, [...CELLS, 'span', 'width']])),
  tr: [...CELLS, 'bgcolor'],
  table: ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'frame', 'rules', 'summary', 'width'],
  a: ['href', 'rev', 'target', 'rel'],
  img: ['src', 'alt', 'align', 'border', 'height', 'hspace', 'longdesc', 'vspace', 'width'],
  br: ['clear'],
  hr: ['align', 'noshade', 'size', 'width'],
  font: ['color', 'face', 'size'],
  li: ['type', 'value'],
  ol: ['compact', 'start', 'type'],
  ul: ['compact', 'type'],
  pre: ['width']
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(ELEMENTS),
  allowedAttributes: Object.fromEntries(Object.entries(ELEMENTS).map(([name, own]) => [name, [...COMMON, ...own]])),
  allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel', 'news', 'nntp'],
  allowedSchemesByTag: { img: ['http', 'https', 'ftp'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'longdesc'],
  // Only these two go with what they hold; of other elements that are not allowed the text stays.
  nonTextTags: ['script', 'style'],
  // Style is purified below, in the reference's spelling.
  parseStyleAttributes: false,
  transformTags: { '*': purifyElement },
  // A picture whose address was refused is nothing.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src
}

/**
 * Makes HTML harmless: what HTML Purifier, as the reference configures it, would leave of it (files.md §7).
 * The result is XHTML 1.0 in style: elements closed, `<br />`, entities as characters except `&amp;`, `&lt;`, `&gt;`.
 *
 * @example purifyHtml('<p onclick="x()">a<br>b & c') // '<p>a<br />b &amp; c</p>'
 */
export function purifyHtml (html: string): string {
  // Loaded when it is wanted, for it takes longer to load than most commands take to run.
  sanitize ??= require('sanitize-html') as typeof sanitizeHtml
  return sanitize(html.replace(/\r\n?/g, '\n'), OPTIONS)
}

function purifyElement (tagName: string, attribs: Attributes): Tag {
  const { style, target, rel: _, ...kept } = attribs
  const purified = style === undefined ? null : purifyStyle(style)
  if (purified !== null) kept.style = purified
  if (kept.lang !== undefined) kept['xml:lang'] = kept.lang
  if (tagName === 'a' && target === '_blank') Object.assign(kept, { target, rel: 'noreferrer noopener' })
  if (tagName === 'img') kept.alt ??= fileName(kept.src ?? '')
  return { tagName, attribs: kept }
}

/** The last part of an address, without its query. */
function fileName (address: string): string {
  return address.replace(/[?#].*$/s, '').replace(/^.*\//s, '')
}
