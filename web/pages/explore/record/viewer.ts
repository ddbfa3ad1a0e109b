import { html, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import type { Media } from '../../../../schemas/resources/media.js'
import type { Words } from '../../../languages/languages.js'
import { addressIn, mediaTitle, pictureOf } from '../resource.js'

/** Media types that every browser can show, so that visitors can zoom into the original file. */
const SHOWABLE = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Maximum size in bytes of an original that zooming loads; larger ones are only linked. */
const ZOOMED_MAX_BYTES = 30_000_000

export interface ViewerFacts {
  media: readonly Media[]
  /** Index of the media that is shown. */
  at: number
  /** Address of the page with another of the media. */
  addressTo: (at: number) => string
}

/** The media of a record: the chosen one, and all of them as a strip of thumbnails. */
export function viewer (frame: Frame, { media, at, addressTo }: ViewerFacts): Html | false {
  const shown = media[at]
  if (shown === undefined) return false
  const { explore: words } = frame.words
  return html`<section class="viewer" id="viewer" aria-label="${words.viewer}">${stage(frame, shown)}${
    media.length > 1 && html`<nav class="strip" aria-label="${words.media}"><ol>${media.map((one, number) =>
      html`<li><a href="${addressTo(number)}#viewer"${number === at && html` aria-current="true"`}>${
        inStrip(frame, one, number)}</a></li>`)}</ol></nav>`}</section>`
}

function inStrip ({ words }: Frame, media: Media, number: number): Html {
  const picture = pictureOf(media)
  const name = words.explore.mediaNumber(words.number(number + 1))
  const square = media.thumbnail_display_urls.square
  return picture !== undefined && square !== null
    ? html`<img src="${square}" width="76" height="76" alt="${name}: ${altOf(media, words)}" loading="lazy">`
    : html`<span>${mediaTitle(media, words)}</span>`
}

function altOf (media: Media, words: Words): string {
  return media['o:alt_text'] || mediaTitle(media, words)
}

/** One media, shown by the browser itself. Nothing is loaded from other sites. */
function stage (frame: Frame, media: Media): Html {
  const { explore: words } = frame.words
  const { 'o:media_type': type, 'o:original_url': original, 'o:renderer': renderer, 'o-cnt:chars': text } = media
  const picture = pictureOf(media)
  if (renderer === 'html' && typeof text === 'string') {
    return html`<div class="stage is-text"><iframe sandbox srcdoc="${text}" title="${mediaTitle(media, frame.words)}"></iframe></div>`
  }
  const kind = type?.split('/', 1)[0]
  if (original !== null && kind === 'audio') {
    return html`<div class="stage is-sound">${picture !== undefined && html`<img src="${picture}" alt="">`}
<audio controls preload="metadata" src="${original}"></audio></div>`
  }
  if (original !== null && kind === 'video') {
    return html`<div class="stage"><video controls preload="metadata" src="${original}"${
      picture !== undefined && html` poster="${picture}"`}></video></div>`
  }
  if (picture !== undefined) return pictureStage(frame, media, picture)
  if (original !== null && type === 'application/pdf') {
    return html`<div class="stage is-document"><object data="${original}" type="application/pdf">
<p><a href="${original}">${words.openFile}</a></p></object></div>`
  }
  const source = original ?? addressIn(media['o:source'])
  return html`<div class="stage is-bare"><p>${mediaTitle(media, frame.words)}</p>${source !== undefined && source !== null &&
    html`<p><a class="button" href="${source}" rel="noopener">${original === null ? words.elsewhere : words.openFile}</a></p>`}
</div>`
}

function pictureStage (frame: Frame, media: Media, picture: string): Html {
  const { explore: words } = frame.words
  const { 'o:media_type': type, 'o:original_url': original, 'o:size': size } = media
  const closer = original !== null && SHOWABLE.includes(type ?? '') && (size ?? 0) <= ZOOMED_MAX_BYTES ? original : undefined
  const link = original ?? addressIn(media['o:source']) ?? picture
  return html`<div class="stage is-picture" data-zoom data-words="${JSON.stringify(words.zoom)}"${
    closer !== undefined && html` data-large="${closer}"`}>
<a href="${link}"><img src="${picture}" alt="${altOf(media, frame.words)}"></a></div>`
}
