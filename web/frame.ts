import { html, type Html, type Part } from './html.js'

/** What every page is made from. */
export interface Frame {
  /** Path of this installation, with which every address begins: `''` or `/collections`. */
  path: string
  /** Title of the collection. */
  title: string
  assets: Record<'style' | 'script' | 'mark' | 'docsStyle' | 'docsScript', string>
  /** CSRF token for forms. */
  token: string
  /** Who is signed in. */
  person?: { id: number, name: string, managesUsers: boolean } | undefined
}

export interface Page {
  /** Title of the page. */
  name: string
  /** Address of its entry in the menu, below the path. */
  section?: string
  /** Shown in the middle of the window, without a menu. */
  isAlone?: boolean
  /** Takes all the room there is. */
  isWide?: boolean
  /** Style sheets and scripts of this page only. */
  head?: Html
  content: Html
}

/** A whole HTML document. It loads nothing from other origins. */
export function document (frame: Frame, page: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.name} – ${frame.title}</title>
<link rel="icon" href="${frame.assets.mark}" type="image/svg+xml">
<link rel="stylesheet" href="${frame.assets.style}">
<script src="${frame.assets.script}" type="module"></script>${page.head}
</head>
<body${page.isAlone === true && html` class="alone"`}${page.isWide === true && html` class="wide"`}>
<a class="skip" href="#content">Skip to content</a>
${page.isAlone !== true && header(frame, page.section)}
<main id="content" tabindex="-1">
${page.content}
</main>
<footer class="foot"><p>${frame.title}<span aria-hidden="true"> · </span><a href="${frame.path}/api">API</a>
<span aria-hidden="true"> · </span><a href="${frame.path}/api-docs">API documentation</a></p></footer>
</body>
</html>
`.text
}

function header ({ path, title, person, assets, token }: Frame, section: string | undefined): Html {
  const entry = (address: string, name: string): Html =>
    html`<li><a href="${path}${address}"${address === section && html` aria-current="page"`}>${name}</a></li>`
  return html`<header class="head">
<a class="brand" href="${path}/admin"><img src="${assets.mark}" width="28" height="28" alt="">${title}</a>
${person !== undefined && html`<nav aria-label="Main"><ul>
${entry('/admin', 'Home')}
${person.managesUsers && entry('/admin/user', 'Users')}
${entry(`/admin/user/${person.id}/edit`, 'Your account')}
</ul></nav>
<form method="post" action="${path}/logout">${tokenField(token)}<button class="quiet">Sign out</button></form>`}
</header>`
}

/** The CSRF token as a field; every form that is posted needs it. */
export function tokenField (token: string): Html {
  return html`<input type="hidden" name="csrf" value="${token}">`
}

/** The message that something was done, at the top of a page. */
export function done (message: Part): Html {
  return html`<p class="notice is-done" role="status">${message}</p>`
}
