import { formFields, type FormField, type OptionGroups, type Options, type Problems } from '../../form.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import type { TableColumn } from '../../../schemas/exchange/table-mapping.js'
import type { KnownNames } from './head.js'

const EXAMPLE_MAX_CHARACTERS = 120

/** One column of a table, and what it becomes. */
export interface ColumnFacts {
  /** Counted from 1. */
  position: number
  /** As spreadsheet programs show it: `C`. */
  letters: string
  /** Empty if there is none. */
  header: string
  /** Some of its cells that are not empty. */
  examples: readonly string[]
  mapping: TableColumn
}

interface ColumnChoices {
  targets: OptionGroups
  types: Options
  bys: Options
}

/** Renders the options once for all columns, because there may be hundreds of properties. */
export function columnChoices (
  { imports, resources }: Words, { properties, dataTypes }: Pick<KnownNames, 'properties' | 'dataTypes'>
): ColumnChoices {
  const { ofRecord, ofMedia, types, bys } = imports
  return {
    targets: [
      [imports.ofRecordHeading, Object.entries(ofRecord)],
      ...properties,
      [resources.media, Object.entries(ofMedia)]
    ],
    types: [...Object.entries(types), ...dataTypes],
    bys: Object.entries(bys)
  }
}

/** The fields of one column. Their names end with its position. */
export function columnFields (
  words: Words, { position, letters, header, examples, mapping }: ColumnFacts, choices: ColumnChoices,
  problems: Problems | undefined
): Html {
  const { imports } = words
  const name = header === '' ? imports.column(letters) : header
  const named = (label: string): Html => html`${label}<span class="unseen"> – ${name}</span>`
  const values = { ...mapping, to: mapping.to ?? '', type: mapping.type ?? 'literal', by: mapping.by ?? '' }
  const field = (key: 'to' | 'type' | 'by' | 'language' | 'separator', rest: Omit<FormField, 'name' | 'label'>) =>
    ({ name: `${key}-${position}`, key, label: named(imports[key]), ...rest })
  const target = field('to', {
    type: 'select', options: [['', imports.skip], ...unknown(values.to, choices.targets)], groups: choices.targets
  })
  const details = [
    field('type', { type: 'select', options: [...choices.types, ...unknown(values.type, [['', choices.types]])] }),
    field('by', {
      type: 'select',
      options: [['', imports.byDefault], ...choices.bys, ...unknown(values.by, [['', choices.bys]])],
      hint: imports.byHint
    }),
    field('language', { hint: imports.languageHint, maxLength: 50, autocomplete: 'off' }),
    field('separator', { hint: imports.separatorHint, maxLength: 10, autocomplete: 'off' })
  ]
  const isOpen = problems?.[`language-${position}`] !== undefined
  return html`<li class="case column${values.to === '' && ' is-off'}"><div role="group" aria-labelledby="column-${position}">
<div class="what"><h3 id="column-${position}">${name}</h3>
${header !== '' && html`<p class="hint">${imports.column(letters)}</p>`}
${examples.length > 0 && html`<ul class="examples" aria-label="${imports.examples}">${
    examples.map((example) => html`<li>${shortened(example)}</li>`)}</ul>`}</div>
<div class="becomes">${formFields([target], values, problems)}
<details class="how"${isOpen && html` open`}><summary>${named(imports.how)}${summaryOf(words, mapping)}</summary>
${formFields(details, values, problems)}</details></div></div></li>`
}

/** A short summary of the options that are folded away. */
function summaryOf (
  { imports }: Words, { to, type = 'literal', language, separator }: ColumnFacts['mapping']
): Html | false {
  if (to === null) return false
  const { types } = imports
  const parts = [
    type !== 'literal' && (Object.hasOwn(types, type) ? types[type as keyof typeof types] : type),
    language,
    separator !== undefined && imports.separatedBy(separator)
  ].filter((part) => typeof part === 'string' && part !== '')
  return parts.length > 0 && html` <span class="chosen">${parts.join(' · ')}</span>`
}

/** An option for a value that is not among the choices, so that saving the form does not change it. */
function unknown (value: string, groups: OptionGroups): Options {
  const isKnown = value === '' || groups.some(([, choices]) => choices.some(([known]) => known === value))
  return isKnown ? [] : [[value, value]]
}

function shortened (text: string): string {
  return text.length > EXAMPLE_MAX_CHARACTERS ? `${text.slice(0, EXAMPLE_MAX_CHARACTERS)}…` : text
}
