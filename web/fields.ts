import { html, type Html, type Part } from './html.js'
import type { Words } from './languages/languages.js'

/** Error messages by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>

interface Common {
  name: string
  label: Part
  hint?: Part
  problems?: Problems | undefined
}

export interface InputField extends Common {
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'url'
  value?: string
  autocomplete?: string
  isRequired?: boolean
  isFocused?: boolean
  min?: string
  maxLength?: number
  /** Id of a `datalist` with suggestions. */
  list?: string
}

/** A labelled input with its error messages. */
export function input (field: InputField): Html {
  const { name, type = 'text', value = '', autocomplete, isRequired, isFocused, min, maxLength, list } = field
  return labelled(field, (described) => html`<input id="${name}" name="${name}" type="${type}" value="${value}"${[
    described,
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`,
    isRequired === true && html` required`,
    isFocused === true && html` autofocus`,
    min !== undefined && html` min="${min}"`,
    maxLength !== undefined && html` maxlength="${maxLength}"`,
    list !== undefined && html` list="${list}"`,
    type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`
  ]}>`)
}

interface FileField extends Common {
  /** Extensions, with their dots, of the files that are offered. */
  accept: readonly string[]
}

/** A labelled file input. The form needs `enctype="multipart/form-data"`. */
export function file ({ accept, ...common }: FileField): Html {
  return labelled(common, (described) => html`<input id="${common.name}" name="${common.name}" type="file"
accept="${accept.join(',')}" required${described}>`)
}

export type Options = ReadonlyArray<readonly [value: string, label: string]>

interface SelectField extends Common {
  options: Options
  /** Further options, under headings. */
  groups?: ReadonlyArray<readonly [heading: string, options: Options]>
  value: string
}

export function select ({ options, groups = [], value, ...common }: SelectField): Html {
  const choice = ([key, label]: readonly [string, string]): Html =>
    html`<option value="${key}"${key === value && html` selected`}>${label}</option>`
  const group = ([heading, grouped]: readonly [string, Options]): Html =>
    html`<optgroup label="${heading}">${grouped.map(choice)}</optgroup>`
  return labelled(common, (described) =>
    html`<select id="${common.name}" name="${common.name}"${described}>${options.map(choice)}${groups.map(group)}</select>`)
}

interface TickOptions { value?: string, isTicked?: boolean, hint?: Part | undefined }

/** A labelled checkbox. */
export function tick (name: string, label: Part, { value = '1', isTicked = false, hint }: TickOptions = {}): Html {
  const id = value === '1' ? name : `${name}-${value}`
  const attributes = [isTicked && html` checked`, hint !== undefined && html` aria-describedby="${id}-hint"`]
  return html`<div class="tick">
<input type="checkbox" id="${id}" name="${name}" value="${value}"${attributes}><label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`
}

function labelled ({ name, label, hint, problems }: Common, control: (described: Html | false) => Html): Html {
  const wrong = problems?.[name] ?? []
  const ids = [hint !== undefined && `${name}-hint`, wrong.length > 0 && `${name}-problem`].filter((id) => id !== false)
  const attributes = ids.length > 0 &&
    html` aria-describedby="${ids.join(' ')}"${wrong.length > 0 && html` aria-invalid="true"`}`
  return html`<div class="field${wrong.length > 0 && ' is-wrong'}">
<label for="${name}">${label}</label>
${control(attributes)}
${wrong.length > 0 && html`<p class="problem" id="${name}-problem">${wrong.join(' ')}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

/** A summary of the errors of a form, for the top of the form; screen readers announce it. */
export function summary (
  { problems: words }: Words, problems: Problems | undefined, labels: Readonly<Record<string, Part>>
): Html | false {
  const listItems = Object.entries(problems ?? {}).map(([name, messages]) => {
    const label = labels[name]
    return html`${label !== undefined && words.label(html`<a href="#${name}">${label}</a>`)}${messages.join(' ')}`
  })
  if (listItems.length === 0) return false
  return html`<div class="notice is-wrong" role="alert">${listItems.length === 1
    ? html`<p>${listItems}</p>`
    : html`<p>${words.heading}</p><ul>${listItems.map((problem) => html`<li>${problem}</li>`)}</ul>`}</div>`
}
