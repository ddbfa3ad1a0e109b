import { cardHead, homeButton } from '../card.js'
import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'
import type { Words } from '../languages/languages.js'

interface Message { heading: string, text: string }

/** An error page with a link to the start page. @param isForged whether a form came from another site. */
export function messagePage (frame: Frame, status: number, isForged: boolean): Page {
  const { path, start = `${path}/`, words } = frame
  const { heading, text } = messageOf(words, status)
  return {
    name: heading,
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
${cardHead(frame, heading)}
<p>${isForged ? words.messages.forged : text}</p>
<p class="buttons"><a class="button main" href="${start}">${words.messages.start}</a>
${homeButton(frame)}</p>
</section>`
  }
}

function messageOf ({ messages: { statuses, other } }: Words, status: number): Message {
  return (statuses as Record<number, Message | undefined>)[status] ?? other
}
