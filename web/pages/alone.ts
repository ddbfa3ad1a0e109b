import type { Frame, Page } from '../frame.js'
import { html, type Html } from '../html.js'
import type { Words } from '../languages/languages.js'

/** How a page without a menu is named, and what stands above its heading. */
interface Card { name: string, heading?: string, above?: Html }

/** A page without a menu: a card with the logo, and with its heading as accessible name. */
export function alonePage ({ assets }: Frame, { name, heading = name, above }: Card, content: Html): Page {
  return {
    name,
    layout: 'alone',
    content: html`<section class="case" aria-labelledby="heading">
<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
${above}<h1 id="heading">${heading}</h1>
${content}
</section>`
  }
}

/** A button to the administration for a user who is signed in, otherwise to the sign-in page. */
function homeButton ({ path, person, words: { frame: words } }: Frame): Html {
  return person === undefined
    ? html`<a class="button" href="${path}/login">${words.signIn}</a>`
    : html`<a class="button" href="${path}/admin">${words.home}</a>`
}

/** The page at the start address of an installation without public pages. */
export function startPage (frame: Frame): Page {
  const { path, title, words: { start } } = frame
  return alonePage(frame, { name: start.title, heading: title }, html`<p>${start.lead}</p>
<p class="buttons"><a class="button main" href="${path}/api">API</a>
<a class="button" href="${path}/api-docs">${start.documentation}</a>
${homeButton(frame)}</p>`)
}

interface Message { heading: string, text: string }

/** An error page with a link to the start page. @param isForged whether a form came from another site. */
export function messagePage (frame: Frame, status: number, isForged: boolean): Page {
  const { path, start = `${path}/`, words } = frame
  const { heading, text } = messageOf(words, status)
  return alonePage(frame, { name: heading }, html`<p>${isForged ? words.messages.forged : text}</p>
<p class="buttons"><a class="button main" href="${start}">${words.messages.start}</a>
${homeButton(frame)}</p>`)
}

function messageOf ({ messages: { statuses, other } }: Words, status: number): Message {
  return (statuses as Record<number, Message | undefined>)[status] ?? other
}
