import { html, type Html, type Part } from './html.js'
import type { Words } from './languages/languages.js'

/** Error messages by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>

/** Values by the keys of fields. */
export type FormValues = Readonly<Record<string, unknown>>

/** Values to choose from. */
export type Options = ReadonlyArray<readonly [value: string, label: string]>
export type OptionGroups = ReadonlyArray<readonly [heading: string, options: Options]>

/** A field of a form: how it is shown, read, and named in errors. */
export interface FormField {
  name: string
  label: Part
  hint?: Part
  /** Key of its value in payloads of the API; default: the name. */
  key?: string
  /** `choices`: any number of checkboxes. `file`: the form needs `enctype="multipart/form-data"`. */
  type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'file' | 'tick' | 'select' | 'choices'
  /** For `select` and `choices`. */
  options?: Options
  /** For `select`: further options, under headings. */
  groups?: OptionGroups
  /** For `file`: extensions, with their dots, of the files that are offered. */
  accept?: readonly string[]
  suggestions?: readonly string[]
  autocomplete?: string
  isRequired?: boolean
  isFocused?: boolean
  min?: string
  maxLength?: number
  /** Shown below the field. */
  below?: Html
  /** The value is never shown. An empty field changes nothing. */
  isSecret?: boolean
}

/** A field to choose one of several values. */
export function select (name: string, label: Part, options: Options, more: Partial<FormField> = {}): FormField {
  return { name, type: 'select', label, options, ...more }
}

/** A field to choose any number of values. */
export function choices (name: string, label: Part, options: Options, more: Partial<FormField> = {}): FormField {
  return { name, type: 'choices', label, options, ...more }
}

export function tick (name: string, label: Part, more: Partial<FormField> = {}): FormField {
  return { name, type: 'tick', label, ...more }
}

/** The controls of a form. @param values the current ones, or those that were refused because of `problems`. */
export function formFields (fields: readonly FormField[], values: FormValues = {}, problems?: Problems): Html[] {
  return fields.map((field) => {
    const { name, key = name, below } = field
    return html`${control(field, values[key], problems?.[name])}${below}`
  })
}

function control (field: FormField, value: unknown, problems: readonly string[] = []): Html {
  const { name, type, label, hint, options = [], groups = [], isSecret = type === 'password' } = field
  const text = isSecret ? '' : String(value ?? '')
  switch (type) {
    case 'tick': return checkbox(name, { name, label, value: '1', isTicked: value === true, hint })
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return html`<fieldset><legend>${label}</legend><p class="hint">${hint}</p><div class="choices">${options.map(
        ([value, label]) => checkbox(`${name}-${value}`, { name, label, value, isTicked: chosen.includes(value) }))}</div></fieldset>`
    }
    case 'select': {
      const choice = ([key, label]: Options[number]): Html =>
        html`<option value="${key}"${key === text && html` selected`}>${label}</option>`
      return labelled(field, problems, (described) => html`<select id="${name}" name="${name}"${described}>${
        options.map(choice)}${groups.map(([heading, grouped]) =>
          html`<optgroup label="${heading}">${grouped.map(choice)}</optgroup>`)}</select>`)
    }
    default: return labelled(field, problems, (described) => input(field, text, described))
  }
}

function input (field: FormField, value: string, described: Html | false): Html {
  const { name, type = 'text', autocomplete, isRequired, isFocused, min, maxLength, accept, suggestions } = field
  return html`<input id="${name}" name="${name}" type="${type}"${[
    type !== 'file' && html` value="${value}"`,
    described,
    accept !== undefined && html` accept="${accept.join(',')}"`,
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`,
    isRequired === true && html` required`,
    isFocused === true && html` autofocus`,
    min !== undefined && html` min="${min}"`,
    maxLength !== undefined && html` maxlength="${maxLength}"`,
    suggestions !== undefined && html` list="${name}-suggestions"`,
    type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`
  ]}>${suggestions !== undefined && html`<datalist id="${name}-suggestions">${
    suggestions.map((text) => html`<option>${text}</option>`)}</datalist>`}`
}

interface Checkbox { name: string, label: Part, value: string, isTicked: boolean, hint?: Part }

/** A labelled checkbox. */
function checkbox (id: string, { name, label, value, isTicked, hint }: Checkbox): Html {
  const attributes = [isTicked && html` checked`, hint !== undefined && html` aria-describedby="${id}-hint"`]
  return html`<div class="tick">
<input type="checkbox" id="${id}" name="${name}" value="${value}"${attributes}><label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`
}

function labelled (
  { name, label, hint }: FormField, problems: readonly string[], control: (described: Html | false) => Html
): Html {
  const isWrong = problems.length > 0
  const ids = [hint !== undefined && `${name}-hint`, isWrong && `${name}-problem`].filter((id) => id !== false)
  const described = ids.length > 0 &&
    html` aria-describedby="${ids.join(' ')}"${isWrong && html` aria-invalid="true"`}`
  return html`<div class="field${isWrong && ' is-wrong'}">
<label for="${name}">${label}</label>
${control(described)}
${isWrong && html`<p class="problem" id="${name}-problem">${problems.join(' ')}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

/** The values that were entered into a form, by the keys of its fields. Passwords are read by themselves. */
export function readForm (fields: readonly FormField[], form: URLSearchParams): FormValues {
  return Object.fromEntries(fields.flatMap(({ name, key = name, type, isSecret }) => {
    const text = form.get(name)?.trim() ?? ''
    if (type === 'password' || (isSecret === true && text === '')) return []
    return [[key, type === 'tick' ? form.has(name) : type === 'choices' ? form.getAll(name) : text]]
  }))
}

/** A summary of the errors of a form, in the order of its fields, for its top; screen readers announce it. */
export function summary (
  { problems: words }: Words, problems: Problems | undefined, fields: ReadonlyArray<Pick<FormField, 'name' | 'label'>>
): Html | false {
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const placeOf = (name: string): number => fields.findIndex((field) => field.name === name)
  const ordered = Object.entries(problems ?? {}).sort(([one], [other]) => placeOf(one) - placeOf(other))
  const listItems = ordered.map(([name, messages]) => {
    const label = labels.get(name)
    return html`${label !== undefined && words.label(html`<a href="#${name}">${label}</a>`)}${messages.join(' ')}`
  })
  if (listItems.length === 0) return false
  return html`<div class="notice is-wrong" role="alert">${listItems.length === 1
    ? html`<p>${listItems}</p>`
    : html`<p>${words.heading}</p><ul>${listItems.map((problem) => html`<li>${problem}</li>`)}</ul>`}</div>`
}
