import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import type { Attributes, Tag } from 'sanitize-html'
import { IngestError } from '../ingest-error.js'
import { purifyStyle } from './style.js'

const require = createRequire(import.meta.url)
let sanitize: typeof sanitizeHtml | undefined

const COMMON = ['class', 'style', 'title', 'lang', 'xml:lang', 'dir']
const CELLS = ['align', 'valign', 'char', 'charoff']

/** The elements of XHTML 1.0 Transitional that HTML Purifier allows, with their attributes in addition to COMMON. */
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
  // These two are removed with their content; of other disallowed elements only the tags are removed.
  nonTextTags: ['script', 'style'],
  // purifyElement purifies styles, in HTML Purifier's spelling.
  parseStyleAttributes: false,
  transformTags: { '*': purifyElement }
}

// Limits of one text. Parsing a text at all these limits takes about a tenth of a second, during which other requests
// wait.

const HTML_MAX_CHARACTERS = 1024 * 1024
/** Number of `<` and `&`, whether or not they are markup. */
const HTML_MAX_MARKS = 50_000
/** Number of elements and attributes. */
const HTML_MAX_PARTS = 25_000
/** Nesting depth: at every tag the parser goes through all open elements. */
const HTML_MAX_DEPTH = 256

/**
 * An `img` whose URL was refused, in the sanitiser's output, where `<` and `>` in attributes are escaped. The
 * sanitiser could remove it itself, but it copies all preceding output for each element that it removes.
 */
const PICTURE_WITHOUT_ADDRESS = /<img\b(?![^<>]* src=")[^<>]*>/g

/**
 * Sanitises HTML: allows what HTML Purifier allows with the reference's configuration (docs/contract/files.md §7). The
 * result follows XHTML 1.0: elements are closed, `<br />`, entities become characters except `&amp;`, `&lt;`, `&gt;`.
 * @throws IngestError under `html` when the text is too long, has too much markup or is nested too deeply.
 * @example purifyHtml('<p onclick="x()">a<br>b & c') // '<p>a<br />b &amp; c</p>'
 */
export function purifyHtml (html: string): string {
  if (html.length > HTML_MAX_CHARACTERS) throw tooMuch(`${HTML_MAX_CHARACTERS} characters`)
  if ((html.match(/[<&]/g) ?? []).length > HTML_MAX_MARKS) throw tooMuch(`${HTML_MAX_MARKS} tags and entities`)
  // Loaded on demand, because loading it takes longer than most commands run.
  sanitize ??= require('sanitize-html') as typeof sanitizeHtml
  return sanitize(html.replace(/\r\n?/g, '\n'), { ...OPTIONS, ...bounds() }).replace(PICTURE_WITHOUT_ADDRESS, '')
}

/** Stops parsing as soon as a text exceeds a limit. */
function bounds (): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  let parts = 0
  return {
    onOpenTag (_name, attributes) {
      parts += 1 + Object.keys(attributes).length
      if (++depth > HTML_MAX_DEPTH) {
        throw IngestError.of('html', `The HTML nests deeper than ${HTML_MAX_DEPTH} elements.`)
      }
      if (parts > HTML_MAX_PARTS) throw tooMuch(`${HTML_MAX_PARTS} elements and attributes`)
    },
    onCloseTag () { depth-- }
  }
}

function tooMuch (limit: string): IngestError {
  return IngestError.of('html', `The HTML has more than ${limit}.`)
}

function purifyElement (tagName: string, attribs: Attributes): Tag {
  const { style, target, rel: _, ...safe } = attribs
  const purified = style === undefined ? null : purifyStyle(style)
  if (purified !== null) safe.style = purified
  if (safe.lang !== undefined) safe['xml:lang'] = safe.lang
  if (tagName === 'a' && target === '_blank') Object.assign(safe, { target, rel: 'noreferrer noopener' })
  if (tagName === 'img') safe.alt ??= fileName(safe.src ?? '')
  return { tagName, attribs: safe }
}

/** The last segment of a URL's path. */
function fileName (address: string): string {
  const path = address.split(/[?#]/, 1)[0]!
  return path.slice(path.lastIndexOf('/') + 1)
}
