import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'

/** Paths of Swagger UI's files, relative to the installation. */
interface SwaggerUi { style: string, script: string }

/** The page with the documentation of the API, where every operation can be tried. */
export function apiDocsPage ({ path, assets, words: { apiDocs, frame: words } }: Frame, ui: SwaggerUi): Page {
  const address = `${path}/api/openapi.json`
  const description = html`<a href="${address}">openapi.json</a>`
  return {
    name: words.apiDocs,
    layout: 'wide',
    head: html`
<link rel="stylesheet" href="${path}${ui.style}">
<link rel="stylesheet" href="${assets.docsStyle}">
<script src="${path}${ui.script}" defer></script>
<script src="${assets.docsScript}" defer></script>`,
    content: html`<div class="opening"><h1>${words.apiDocs}</h1>
<p class="lead">${apiDocs.lead(html`<b lang="en">Authorize</b>`, description)}</p>
<p class="buttons"><a class="button" href="#operations">${apiDocs.toOperations}</a></p></div>
<noscript><p class="notice is-wrong">${apiDocs.needsScript(description)}</p></noscript>
<div id="operations" lang="en" data-document="${address}" data-failed="${apiDocs.failed}"></div>`
  }
}
