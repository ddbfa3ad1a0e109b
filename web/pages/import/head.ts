import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { done as notice, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'

/** The style of the pages of imports. */
export function importHead ({ assets }: Frame): Html {
  return html`
<link rel="stylesheet" href="${assets.importStyle}">`
}

/**
 * The head of a page about an uploaded file.
 *
 * @param lead one sentence about it.
 * @param done key of a message of success.
 */
export function uploadPage (
  frame: Frame, { filename }: ImportUpload, lead: string, content: Html, done: string | undefined
): Page {
  const { path, words: { imports } } = frame
  return {
    name: `${filename} – ${imports.title}`,
    section: '/admin/import',
    head: importHead(frame),
    content: html`${notice(frame, done)}
<div class="opening"><p class="kicker"><a href="${path}/admin/import">${imports.title}</a></p>
<h1>${filename}</h1>
<p class="lead">${lead}</p></div>
${content}`
  }
}
