import { html, type Html, type Part } from './html.js'

/** Messages by the name of the field they belong to. */
export type Problems = Readonly<Record<string, readonly string[]>>

interface Common {
  name: string
  label: string
  hint?: Part
  problems?: Problems | undefined
}

export interface InputField extends Common {
  type?: 'text' | 'email' | 'password' | 'search' | 'date'
  value?: string
  autocomplete?: string
  isRequired?: boolean
  isFocused?: boolean
  min?: string
  maxLength?: number
}

/** A labelled input, with what is wrong with it right beside it. */
export function input ({ type = 'text', value = '', autocomplete, isRequired = false, isFocused = false, min, maxLength, ...common }: InputField): Html {
  return labelled(common, (described) => html`<input id="${common.name}" name="${common.name}" type="${type}" value="${value}"${described}${
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${isRequired && html` required`}${isFocused && html` autofocus`}${
    min !== undefined && html` min="${min}"`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${
    type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`}>`)
}

export interface SelectField extends Common {
  options: ReadonlyArray<readonly [value: string, label: string]>
  value: string
}

export function select ({ options, value, ...common }: SelectField): Html {
  return labelled(common, (described) => html`<select id="${common.name}" name="${common.name}"${described}>${
    options.map(([key, label]) => html`<option value="${key}"${key === value && html` selected`}>${label}</option>`)}</select>`)
}

/** A box to tick. */
export function tick (name: string, label: Part, { value = '1', isTicked = false, hint }: { value?: string, isTicked?: boolean, hint?: Part } = {}): Html {
  const id = value === '1' ? name : `${name}-${value}`
  return html`<div class="tick"><input type="checkbox" id="${id}" name="${name}" value="${value}"${isTicked && html` checked`}${
    hint !== undefined && html` aria-describedby="${id}-hint"`}><label for="${id}">${label}</label>${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>`
}

function labelled ({ name, label, hint, problems }: Common, control: (described: Html | false) => Html): Html {
  const wrong = problems?.[name] ?? []
  const described = [...(hint === undefined ? [] : [`${name}-hint`]), ...(wrong.length > 0 ? [`${name}-problem`] : [])].join(' ')
  const attributes = described !== '' && html` aria-describedby="${described}"${wrong.length > 0 && html` aria-invalid="true"`}`
  return html`<div class="field${wrong.length > 0 && ' is-wrong'}">
<label for="${name}">${label}</label>
${control(attributes)}
${wrong.length > 0 && html`<p class="problem" id="${name}-problem">${wrong.join(' ')}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

/** Says at the top of a form, and aloud, what is wrong with which field. */
export function summary (problems: Problems | undefined, labels: Readonly<Record<string, string>>): Html | false {
  const told = Object.entries(problems ?? {}).map(([name, messages]) => html`${labels[name] !== undefined && html`<a href="#${name}">${labels[name]}</a>: `}${messages.join(' ')}`)
  if (told.length === 0) return false
  return html`<div class="notice is-wrong" role="alert">${told.length === 1
    ? html`<p>${told}</p>`
    : html`<p>Some things need your attention:</p><ul>${told.map((problem) => html`<li>${problem}</li>`)}</ul>`}</div>`
}
