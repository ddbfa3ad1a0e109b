import { html, type Html } from '../../../html.js'
import type { Frame, Page } from '../../../frame.js'
import { searchBox } from '../controls.js'
import { explorePage } from '../page.js'
import { results, type ResultsFacts } from './results.js'
import { addressOf, isNarrowed } from '../state.js'

/** The page of the whole collection, or of a search. */
export function collectionPage (frame: Frame, facts: ResultsFacts): Page {
  const { words: { explore: words }, title } = frame
  const { state, root, total } = facts
  const isWhole = !isNarrowed(state)
  const isFirst = isWhole && state.page === 1
  return explorePage(frame, {
    name: isWhole ? title : state.q || words.filters,
    section: 'start',
    canonical: addressOf(root, state),
    // Search engines should not index endless combinations of facets, nor one list in several orders.
    isIndexed: isWhole && state.sort === 'newest' && state.view === 'grid',
    content: html`<div class="entrance${!isFirst && ' is-small'}"><h1>${title}</h1>
${isFirst && html`<p class="lead">${words.lead(total)}</p>`}
${searchBox(frame, root, state)}</div>
${results(frame, facts)}`
  })
}

/** The start page while the collection has no items that the visitor may see. */
export function emptyPage (frame: Frame): Page {
  const { words: { explore: words }, title, path, start, person } = frame
  return explorePage(frame, {
    name: title,
    section: 'start',
    canonical: start!,
    isIndexed: false,
    content: html`<div class="entrance"><h1>${title}</h1></div>
<section class="case panel empty"><h2>${words.emptyHeading}</h2>${person === undefined
  ? html`<p>${words.emptyForVisitors}</p><p class="buttons"><a class="button main" href="${path}/login">${
    frame.words.frame.signIn}</a></p>`
  : firstSteps(frame)}</section>`
  })
}

/** First steps for an empty collection, beginning with steps that need no other program. */
function firstSteps ({ words: { explore: words, imports, frame: { apiDocs } }, path, person }: Frame): Html {
  const { id, isAdmin } = person!
  return html`<p>${words.emptyForStaff}</p>
${isAdmin && html`<p>${imports.lead}</p>
<p class="buttons"><a class="button main" href="${path}/admin/import">${imports.title}</a></p>`}
<p>${words.createByApi}</p><ol>
<li><a href="${path}/admin/user/${id}/edit#edit-keys">${words.makeKey}</a></li>
<li><a href="${path}/api-docs">${apiDocs}</a></li></ol>`
}
