import { html, type Html } from '../../html.js'
import type { Frame, Page } from '../../frame.js'
import { searchBox } from './controls.js'
import { stateOf } from './state.js'

interface ExplorePage {
  name: string
  section?: string
  /** Path and query of the canonical address, for search engines. */
  canonical: string
  /** Path and query of the page itself; default: the canonical ones. */
  address?: string
  isIndexed: boolean
  /** A description for search engines and link previews, in one line. */
  description?: string | undefined
  /** Address of a picture for link previews. */
  picture?: string | undefined
  head?: Html | undefined
  content: Html
}

/** A public page, with metadata for search engines and link previews. */
export function explorePage (frame: Frame, page: ExplorePage): Page {
  const { title, assets, origin, language } = frame
  const { name, section, canonical, address = canonical, isIndexed, description, picture, head, content } = page
  const absolute = (address: string): string => address.startsWith('/') ? origin + address : address
  const property = (key: string, text: string | undefined): Html | false => text !== undefined &&
    html`\n<meta property="og:${key}" content="${text}">`
  return {
    name,
    ...(section !== undefined && { section }),
    layout: 'explore',
    isIndexed,
    address,
    head: html`
<link rel="stylesheet" href="${assets.exploreStyle}">
<script src="${assets.exploreScript}" type="module"></script>
<link rel="canonical" href="${absolute(canonical)}">${
  description !== undefined && html`\n<meta name="description" content="${description}">`}${[
  property('title', name),
  property('type', 'website'),
  property('url', absolute(canonical)),
  property('site_name', title),
  property('locale', language),
  property('description', description),
  property('image', picture && absolute(picture))
]}
<meta name="twitter:card" content="${picture === undefined ? 'summary' : 'summary_large_image'}">${head}`,
    content
  }
}

/** An error page of the public pages, with links to continue. */
export function exploreMessage (frame: Frame, heading: string, text: string): Page {
  const { path, start = '', words, person } = frame
  return explorePage(frame, {
    name: heading,
    canonical: start,
    isIndexed: false,
    content: html`<section class="case panel missing" aria-labelledby="heading"><h1 id="heading">${heading}</h1>
<p>${text}</p>${searchBox(frame, start, stateOf({}))}
<p class="buttons"><a class="button" href="${start}">${words.explore.toCollection}</a>${person === undefined &&
  html`<a class="button quiet" href="${path}/login">${words.frame.signIn}</a>`}</p></section>`
  })
}
