import { input, select, tick, type InputField, type Options, type Problems } from './fields.js'
import { html, type Html } from './html.js'

/** Values by the keys of fields. */
export type FormValues = Readonly<Record<string, unknown>>

/** A field of a form: how it is shown, read, and named in errors. */
export interface FormField extends Omit<InputField, 'type' | 'value' | 'problems'> {
  /** Key of its value in payloads of the API; default: the name. */
  key?: string
  /** `choices`: checkboxes, any number of which may be ticked. */
  type?: InputField['type'] | 'tick' | 'select' | 'choices'
  /** For `select` and `choices`. */
  options?: Options
  /** For `select`: further options, under headings. */
  groups?: ReadonlyArray<readonly [heading: string, options: Options]>
  /** Shown below the field. */
  below?: Html
  /** The value is never shown. An empty field changes nothing. */
  isSecret?: boolean
}

/** The controls of a form. @param values the current ones, or those that were refused because of `problems`. */
export function formFields (fields: readonly FormField[], values: FormValues = {}, problems?: Problems): Html[] {
  return fields.map(({ key, type, options = [], below, isSecret = type === 'password', ...field }) => {
    const { name, label, hint } = field
    const value = values[key ?? name]
    switch (type) {
      case 'tick': return tick(name, label, { isTicked: value === true, hint })
      case 'select': return html`${select({ ...field, options, value: String(value ?? ''), problems })}${below}`
      case 'choices': {
        const chosen = Array.isArray(value) ? value : []
        return html`<fieldset><legend>${label}</legend><p class="hint">${hint}</p><div class="choices">${options.map(
          ([value, text]) => tick(name, text, { value, isTicked: chosen.includes(value) }))}</div></fieldset>`
      }
      default: return input({ ...field, ...(type && { type }), value: isSecret ? '' : String(value ?? ''), problems })
    }
  })
}

/** The values that were entered into a form, by the keys of its fields. Passwords are read by themselves. */
export function readForm (fields: readonly FormField[], form: URLSearchParams): FormValues {
  return Object.fromEntries(fields.flatMap(({ name, key = name, type, isSecret }) => {
    const text = form.get(name)?.trim() ?? ''
    if (type === 'password' || (isSecret === true && text === '')) return []
    return [[key, type === 'tick' ? form.has(name) : type === 'choices' ? form.getAll(name) : text]]
  }))
}

/** Labels of fields by their names, for the summary of errors. */
export function labelsOf (fields: readonly FormField[]): Readonly<Record<string, FormField['label']>> {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label]))
}
