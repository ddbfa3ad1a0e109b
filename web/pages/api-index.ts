import { createHash } from 'node:crypto'
import { html, type Html } from '../html.js'
import { wordsOf, type Language } from '../languages/languages.js'

/** Style of the page, which does not use the frame of the other pages, because it must not depend on a session. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; accent-color: #2f6f6a }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; font-weight: 600 }
ul { padding: 0; list-style: none; columns: 14rem }
li { padding: .2rem 0 }
a { color: light-dark(#1d5a55, #8fd0c8) }
code { font-family: ui-monospace, monospace }
`

/** The Content-Security-Policy of the page, which allows only its own style. */
export const apiIndexPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

/**
 * The index of the API for people.
 *
 * @param base public address of the installation.
 * @param names resource types.
 */
export function apiIndexPage (base: string, names: readonly string[], language: Language): string {
  const { apiIndex, resources } = wordsOf(language)
  const jsonLd = html`<a href="https://www.w3.org/TR/json-ld11/">JSON-LD</a>`
  const context = (words: string): Html => html`<a href="${base}/api-context?pretty_print=1">${words}</a>`
  const code = (text: string): Html => html`<code>${text}</code>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>API</h1>
<p>${apiIndex.lead(jsonLd, context)}
${apiIndex.formats(code('format=turtle'), html`${code('ntriples')}, ${code('n3')}`, code('rdfxml'))}</p>
<nav aria-label="${resources.resources}">
<ul>
${names.map((name) => html`<li><a href="${base}/api/${name}?pretty_print=1">${name}</a></li>
`)}</ul>
</nav>
</body>
</html>
`.text
}
