import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'

/** Where the files of Swagger UI are, below the path of the installation. */
export interface SwaggerUi { style: string, script: string }

/** The OpenAPI document for people, with every operation to be tried. */
export function apiDocsPage ({ path, assets }: Frame, ui: SwaggerUi): Page {
  const description = `${path}/api/openapi.json`
  return {
    name: 'API documentation',
    isWide: true,
    head: html`
<link rel="stylesheet" href="${path}${ui.style}">
<link rel="stylesheet" href="${assets.docsStyle}">
<script src="${path}${ui.script}" defer></script>
<script src="${assets.docsScript}" defer></script>`,
    content: html`<div class="opening"><h1>API documentation</h1>
<p class="lead">Everything that programs can read and write here. To try more than reading what is public, choose
<b>Authorize</b> and give the two parts of an API key. For programs: <a href="${description}">openapi.json</a>.</p>
<p class="buttons"><a class="button" href="#operations">To the operations</a></p></div>
<noscript><p class="notice is-wrong">This page needs JavaScript. The same is in
<a href="${description}">openapi.json</a>.</p></noscript>
<div id="operations" data-document="${description}"></div>`
  }
}
