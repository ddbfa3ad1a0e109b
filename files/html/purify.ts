import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import type { Attributes, Tag } from 'sanitize-html'
import { IngestError } from '../ingest-error.js'
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
  ...Object.fromEntries(['td', 'th'].map((name) => [name, [
    ...CELLS, 'abbr', 'bgcolor', 'colspan', 'rowspan', 'scope', 'height', 'nowrap', 'width'
  ]])),
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
  transformTags: { '*': purifyElement }
}

// What is purified at once: all of it together takes the parser about a tenth of a second, while others wait.

const MOST_CHARACTERS = 1024 * 1024
/** `<` and `&`, whether they begin something or not. */
const MOST_MARKS = 100_000
/** Elements and attributes. */
const MOST_PARTS = 50_000
/** Elements inside each other: with every tag the parser goes through those that are open. */
const MOST_DEPTH = 256

/**
 * A picture whose address was refused, as it is written out: `<` and `>` of attributes are escaped there. The
 * sanitiser's own filter would copy all that comes before each of them.
 */
const PICTURE_WITHOUT_ADDRESS = /<img\b(?![^<>]* src=")[^<>]*>/g

/**
 * Makes HTML harmless: what HTML Purifier, as the reference configures it, would leave of it
 * (docs/contract/files.md §7).
 * The result is XHTML 1.0 in style: elements closed, `<br />`, entities as characters except `&amp;`, `&lt;`, `&gt;`.
 *
 * @throws IngestError under `html` when it is too large, has too much markup or nests too deep.
 * @example purifyHtml('<p onclick="x()">a<br>b & c') // '<p>a<br />b &amp; c</p>'
 */
export function purifyHtml (html: string): string {
  if (html.length > MOST_CHARACTERS) throw tooMuch(`${MOST_CHARACTERS} characters`)
  if (marksIn(html) > MOST_MARKS) throw tooMuch(`${MOST_MARKS} tags and entities`)
  // Loaded when it is wanted, for it takes longer to load than most commands take to run.
  sanitize ??= require('sanitize-html') as typeof sanitizeHtml
  return sanitize(html.replace(/\r\n?/g, '\n'), { ...OPTIONS, ...bounds() }).replace(PICTURE_WITHOUT_ADDRESS, '')
}

function marksIn (html: string): number {
  let count = 0
  for (const mark of ['<', '&']) for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) count++
  return count
}

/** Ends the parsing of one text as soon as it goes too far. */
function bounds (): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  let parts = 0
  return {
    onOpenTag (_name, attributes) {
      parts += 1 + Object.keys(attributes).length
      if (++depth > MOST_DEPTH) throw IngestError.of('html', `The HTML nests deeper than ${MOST_DEPTH} elements.`)
      if (parts > MOST_PARTS) throw tooMuch(`${MOST_PARTS} elements and attributes`)
    },
    onCloseTag () { depth-- }
  }
}

function tooMuch (limit: string): IngestError {
  return IngestError.of('html', `The HTML has more than ${limit}.`)
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
  const path = address.split(/[?#]/, 1)[0]!
  return path.slice(path.lastIndexOf('/') + 1)
}
