import type { AssetName } from './assets.js'
import { html, type Html, type Part } from './html.js'
import { LANGUAGES, type Language, type Words } from './languages/languages.js'

/** The data that every page needs. */
export interface Frame {
  /** Path of this installation, with which every link begins: `''` or `/collections`. */
  path: string
  /** Title of the collection. */
  title: string
  /** Scheme and host, for addresses that search engines and other sites read. */
  origin: string
  /** Address of the start page of the collection; undefined if there are no public pages. */
  start: string | undefined
  /** Whether items and item sets have IIIF manifests. */
  hasManifests: boolean
  assets: Record<AssetName, string>
  language: Language
  /** Time zone of dates, as Intl takes it. */
  timeZone: string
  words: Words
  /** Address of this page in another language. */
  addressIn (language: Language): string
  /** CSRF token for forms. */
  readonly token: string
  /** Key of a message of success, from the address to which a form redirects. */
  readonly done: string | undefined
  /** The user who is signed in; undefined for anonymous visitors. */
  person?: { id: number, name: string, isAdmin: boolean } | undefined
}

export interface Page {
  /** Title of the page. */
  name: string
  /** Path of its entry in the menu, relative to the installation; `start` for the entry of the collection. */
  section?: string
  /**
   * Class of its body: `explore` for public pages of the collection, which have a different menu; `alone` for a page in
   * the middle of the window, without a menu; `wide` for one that uses the full width of the window.
   */
  layout?: 'explore' | 'alone' | 'wide'
  /** Whether search engines may index it. */
  isIndexed?: boolean
  /** Path and query of a cached page, instead of the address of the request, which must not get into the cache. */
  address?: string
  /** Style sheets and scripts of this page only. */
  head?: Html
  content: Html
}

/** A whole HTML document. It loads nothing from other origins. */
export function document (frame: Frame, page: Page): string {
  const { words } = frame
  const { layout } = page
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="${page.isIndexed === true ? 'index, follow' : 'noindex'}">
<title>${page.name}${page.name !== frame.title && html` – ${frame.title}`}</title>
<link rel="icon" href="${frame.assets.mark}" type="image/svg+xml">
<link rel="stylesheet" href="${frame.assets.style}">
<script src="${frame.assets.script}" type="module"></script>${page.head}
</head>
<body${layout !== undefined && html` class="${layout}"`}>
<a class="skip" href="#content">${words.frame.skip}</a>
${layout !== 'alone' && header(frame, page)}
<main id="content" tabindex="-1">
${page.content}
</main>
<footer class="foot"><p>${frame.start === undefined ? frame.title : html`<a href="${frame.start}">${frame.title}</a>`}<span aria-hidden="true"> · </span><a href="${frame.path}/api">API</a>
<span aria-hidden="true"> · </span><a href="${frame.path}/api-docs">${words.frame.apiDocs}</a></p>
${languageSwitch(frame, page.address)}</footer>
</body>
</html>
`.text
}

/** Links to the page in other languages. Each is named in its own language, so that its speakers recognize it. */
function languageSwitch ({ language, words, addressIn }: Frame, address: string | undefined): Html {
  const inLanguage = (tag: Language): string =>
    address === undefined ? addressIn(tag) : `${address}${address.includes('?') ? '&' : '?'}lang=${tag}`
  return html`<nav aria-label="${words.frame.language}"><ul>${LANGUAGES.map(([tag, name]) => html`<li>${tag === language
    ? html`<span lang="${tag}" aria-current="true">${name}</span>`
    : html`<a href="${inLanguage(tag)}" lang="${tag}" hreflang="${tag}" rel="nofollow">${name}</a>`}</li>`)}</ul></nav>`
}

/** An entry of the menu for users who are signed in, and the style sheet that its pages share. */
interface Section { path: string, name: string, style?: AssetName }

/** All but the first and the last are only for administrators. */
export function sections (
  { words: { frame: words, imports, resources }, person }: Frame
): Record<'home' | 'users' | 'import' | 'jobs' | 'webhooks' | 'account', Section> {
  return {
    home: { path: '/admin', name: words.home },
    users: { path: '/admin/user', name: resources.users },
    import: { path: '/admin/import', name: imports.title, style: 'importStyle' },
    jobs: { path: '/admin/job', name: resources.jobs, style: 'jobsStyle' },
    webhooks: { path: '/admin/webhooks', name: resources.webhooks, style: 'jobsStyle' },
    account: { path: `/admin/user/${person?.id ?? ''}/edit`, name: words.account }
  }
}

/** The logo, the menu, and the button to sign in or out. Pages of the collection have a menu of their own. */
function header (frame: Frame, { layout, section, address: page = '' }: Page): Html {
  const { path, title, person, assets, start, words: { frame: words, explore, resources } } = frame
  const isPublic = layout === 'explore'
  const entry = (address: string, name: string): Html =>
    html`<li><a href="${path}${address}"${address === section && html` aria-current="page"`}>${name}</a></li>`
  const ofCollection = [
    entry('/item-sets', resources.item_sets), person !== undefined && entry('/admin', explore.administration)
  ]
  const { home, account, ...others } = sections(frame)
  const ofAdministration = [home, ...(person?.isAdmin === true ? Object.values(others) : []), account]
    .map(({ path, name }) => entry(path, name))
  return html`<header class="head">
<a class="brand" href="${isPublic ? start : `${path}/admin`}"><img src="${assets.mark}" width="28" height="28" alt="">${title}</a>
${(isPublic || person !== undefined) && html`<nav aria-label="${words.menu}"><ul>
${start !== undefined && html`<li><a href="${start}"${section === 'start' && html` aria-current="page"`}>${
  explore.collection}</a></li>`}
${isPublic ? ofCollection : ofAdministration}
</ul></nav>`}
${person !== undefined
  ? buttonForm(frame, '/logout', words.signOut)
  : isPublic && html`<a class="button quiet" href="${path}/login?next=${encodeURIComponent(page.slice(path.length))}" rel="nofollow">${
    words.signIn}</a>`}
</header>`
}

/** A form with POST, which needs the CSRF token. @param action path, relative to the installation. */
export function postForm ({ path, token }: Frame, action: string, content: Part, attributes?: Html): Html {
  return html`<form method="post" action="${path}${action}"${attributes}><input type="hidden" name="csrf" value="${token}">
${content}</form>`
}

/** A form that is one button. @param hidden names and values that it sends. */
export function buttonForm (
  frame: Frame, action: string, label: Part, kind = 'quiet', hidden: Readonly<Record<string, string>> = {}
): Html {
  return postForm(frame, action, html`${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="${kind}">${label}</button>`)
}

/** The message of success for the top of a page; an unknown key gives none. */
export function done ({ words, done: name }: Frame): Html | false {
  return name !== undefined && Object.hasOwn(words.done, name) &&
    html`<p class="notice is-done" role="status">${words.done[name as keyof Words['done']]}</p>`
}
