import { formFields, summary, type FormField, type FormValues, type Problems } from './form.js'
import { html, type Html, type Part } from './html.js'
import { done, postForm, sections, type Frame, type Page } from './frame.js'

export function fact (name: Part, value: Part): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** A date of a representation in seconds since 1970. */
export function secondsOf (date: string): number {
  return Date.parse(date) / 1000
}

/** A time. @param seconds since 1970. @param text default: the moment. */
export function time ({ words }: Pick<Frame, 'words'>, seconds: number, text = words.moment(seconds)): Html {
  return html`<time datetime="${new Date(seconds * 1000).toISOString()}">${text}</time>`
}

/** A question that opens when its summary is clicked, with a form that does what it asks. */
export function confirmed (summary: Part, question: Part, form: Html): Html {
  return html`<details class="confirm"><summary>${summary}</summary><div class="question"><p>${question}</p>
${form}</div></details>`
}

/** Text for screen readers that says what a button is about. */
export function about (name: Part): Html {
  return html`<span class="unseen"> ${name}</span>`
}

export interface AdminPage {
  section: keyof ReturnType<typeof sections>
  /** Title of the page; default: the name of the section. */
  name?: string
  /** Default: the title. */
  heading?: Part
  /** What stands above the heading; default: a link to the section, for other pages than its first. */
  kicker?: Part
  lead?: Part
  /** A link beside the heading. */
  action?: Html
  /** Further style sheets and scripts. */
  head?: Html
  /** Why something was refused: as a whole, or fields of the form. */
  problem?: string | undefined
  problems?: Problems | undefined
  fields?: ReadonlyArray<Pick<FormField, 'name' | 'label'>>
  content: Part
}

/** A page for users who are signed in: its heading, messages about the last form, and the content. */
export function adminPage (frame: Frame, page: AdminPage): Page {
  const { path, name: ofSection, style } = sections(frame)[page.section]
  const { name = ofSection, heading = name, lead, action, head, problem, problems, fields = [], content } = page
  const { kicker = name !== ofSection && html`<a href="${frame.path}${path}">${ofSection}</a>` } = page
  const title = html`<h1>${heading}</h1>`
  return {
    name,
    section: path,
    head: html`${style !== undefined && html`\n<link rel="stylesheet" href="${frame.assets[style]}">`}${head}`,
    content: html`${done(frame)}
${problem !== undefined && html`<div class="notice is-wrong" role="alert"><p>${problem}</p></div>`}
<div class="opening">${kicker !== false && html`<p class="kicker">${kicker}</p>`}
${action === undefined ? title : html`<div class="with-action">${title}${action}</div>`}
${lead !== undefined && html`<p class="lead">${lead}</p>`}</div>
${summary(frame.words, problems, fields)}
${content}`
  }
}

interface AddPage extends Pick<AdminPage, 'section' | 'name' | 'problems'> {
  fields: readonly FormField[]
  values: FormValues
}

/** A page with the form for a new entry of a list. */
export function addPage (frame: Frame, { values, ...page }: AddPage): Page {
  const { account } = frame.words
  const { path } = sections(frame)[page.section]
  const content = postForm(frame, `${path}/add`, html`${formFields(page.fields, values, page.problems)}
<div class="buttons"><button class="main">${account.add}</button><a class="button" href="${frame.path}${path}">${
  account.cancel}</a></div>
`, html` class="case panel"`)
  return adminPage(frame, { ...page, content })
}
