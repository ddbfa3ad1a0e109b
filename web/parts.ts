import { formFields, summary, type FormField, type FormValues, type Problems } from './form.js'
import { html, type Html, type Part } from './html.js'
import { postForm, type Frame, type Page } from './frame.js'

/** An entry of a list of facts. */
export function fact (name: Part, value: Part): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** A time. @param seconds since 1970. @param text default: the moment. */
export function time ({ words }: Pick<Frame, 'words'>, seconds: number, text = words.moment(seconds)): Html {
  return html`<time datetime="${new Date(seconds * 1000).toISOString()}">${text}</time>`
}

/** A message that something was refused, for the top of a page. */
export function refused (text: string | undefined): Html | false {
  return text !== undefined && html`<div class="notice is-wrong" role="alert"><p>${text}</p></div>`
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

interface AddFacts {
  name: string
  /** Path of the list, below which the page is. */
  section: string
  /** Name of the list. */
  list: string
  fields: readonly FormField[]
  values: FormValues
  problems: Problems | undefined
}

/** A page with the form for a new entry of a list. */
export function addPage (frame: Frame, { name, section, list, fields, values, problems }: AddFacts): Page {
  const { path, words } = frame
  const { account } = words
  return {
    name,
    section,
    content: html`<div class="opening"><p class="kicker"><a href="${path}${section}">${list}</a></p><h1>${name}</h1></div>
${summary(words, problems, fields)}
${postForm(frame, `${section}/add`, html`${formFields(fields, values, problems)}
<div class="buttons"><button class="main">${account.add}</button><a class="button" href="${path}${section}">${
  account.cancel}</a></div>
`, html` class="case panel"`)}`
  }
}
