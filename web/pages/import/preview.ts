import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { formFields, select } from '../../form.js'
import { postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { adminPage } from '../../parts.js'

/** Maximum number of characters of a value. */
const VALUE_MAX_CHARACTERS = 500
/** Maximum number of values of a property. */
const PROPERTY_MAX_VALUES = 20

/** A value as it would be imported. */
export interface PreviewValue {
  text: string
  language?: string | undefined
  /** Name of its kind, unless it is a text. */
  kind?: string | undefined
}

export interface PreviewRecord {
  /** Number of its row. */
  row: number
  title: string | undefined
  /** Whether it changes an existing record. */
  isUpdate: boolean
  /** Whether it was imported before, so that it is skipped. */
  isPresent: boolean
  isPublic: boolean
  className: string | undefined
  itemSets: readonly string[]
  media: readonly string[]
  /** By the names of their properties. */
  values: ReadonlyArray<readonly [property: string, values: readonly PreviewValue[]]>
  /** Messages of the API, in English. */
  errors: readonly string[]
  warnings: readonly string[]
}

interface PreviewFacts {
  upload: ImportUpload
  /** Undefined if the file is too large for a preview. */
  records: readonly PreviewRecord[] | undefined
  /** Why there are no records, in English. */
  problem?: string
  /** Problems of the whole file, in English, and the number of faulty records; undefined if the file is too large. */
  check?: { wrong: number, messages: readonly string[] } | undefined
  /** Whether records with errors are left out, instead of importing nothing. */
  continueOnError?: boolean
}

/** The page with a preview of the first records, and the button that starts the import. */
export function previewPage (frame: Frame, facts: PreviewFacts): Page {
  const { upload, records, problem, check } = facts
  const { path, words, words: { imports } } = frame
  const shown = records ?? []
  const wrong = shown.filter(({ errors }) => errors.length > 0).length
  const address = `${path}/admin/import/${upload.id}`
  return adminPage(frame, {
    section: 'import',
    name: `${imports.preview} – ${upload.filename}`,
    heading: imports.preview,
    kicker: html`<a href="${path}/admin/import">${imports.title}</a> · <a href="${address}">${upload.filename}</a>`,
    lead: leadOf(words, records, problem),
    content: html`${problem !== undefined && html`<div class="notice is-wrong" role="alert"><p>${imports.error}
<span lang="en">${problem}</span></p></div>`}
${wrong > 0
      ? html`<p class="notice is-wrong" role="status">${imports.wrong(wrong)}</p>`
      : shown.length > 0 && check?.wrong !== 0 && html`<p class="notice is-done" role="status">${imports.allRight}</p>`}
<ol class="records">${shown.map((record) => entry(words, upload, record))}</ol>
${postForm(frame, `/admin/import/${upload.id}/run`, html`${problem === undefined && records?.length !== 0 && decision(words, facts, wrong)}
<p class="hint">${imports.runText}</p>
<div class="buttons">${records?.length !== 0 && html`<button class="main">${imports.run}</button>`}
<a class="button" href="${address}">${upload.format === 'table' ? imports.change : imports.changeOptions}</a></div>`)}`
  })
}

/** Problems of the file, and how the import treats them. */
function decision ({ imports }: Words, { check, continueOnError = false }: PreviewFacts, shown: number): Html {
  if (check?.wrong === 0) return html`<p class="notice is-done" role="status">${imports.allChecked}</p>`
  const options = [['0', imports.stopIfWrong], ['1', imports.continueOnError]] as const
  const choice = formFields([select('continue_on_error', imports.ifWrong, options)], {
    continue_on_error: continueOnError ? '1' : '0'
  })
  if (check === undefined) return html`${shown === 0 && html`<p class="hint">${imports.checkedLater}</p>`}${choice}`
  return html`<div class="notice is-wrong" role="status"><p>${imports.wrongInFile(check.wrong)}</p>
<ul class="problems" lang="en">${check.messages.map((message) => html`<li class="problem">${message}</li>`)}</ul></div>${choice}`
}

function leadOf ({ imports }: Words, records: PreviewFacts['records'], problem: string | undefined): string | false {
  if (problem !== undefined) return false
  if (records === undefined) return imports.tooLarge
  return records.length === 0 ? imports.noRecords : imports.previewText(records.length)
}

function entry (words: Words, { format }: ImportUpload, record: PreviewRecord): Html {
  const { imports } = words
  const { row, title, isUpdate, isPresent, isPublic, className, itemSets, media, values, errors, warnings } = record
  const fact = (name: string, texts: readonly string[]): Html | false => texts.length > 0 &&
    html`<div><dt>${name}</dt>${texts.slice(0, PROPERTY_MAX_VALUES).map((text) => html`<dd>${shortened(text)}</dd>`)}${more(words, texts)}</div>`
  return html`<li class="label record${errors.length > 0 && ' is-wrong'}">
<p class="kicker">${imports.places[format](words.number(row))}${className !== undefined && ` · ${className}`}${
    isUpdate && ` · ${imports.isUpdate}`}${isPresent && ` · ${imports.isPresent}`}${
    !isPublic && html` · <strong>${imports.isPrivate}</strong>`}</p>
<h2>${title ?? imports.untitled}</h2>
${problemList(errors, imports.error, 'problem')}${problemList(warnings, imports.warning, 'hint')}
<dl>${values.map(([name, list]) => html`<div><dt>${name}</dt>${list.slice(0, PROPERTY_MAX_VALUES).map(valueOf)}${more(words, list)}</div>`)}
${fact(words.resources.item_sets, itemSets)}${fact(words.resources.media, media)}</dl></li>`
}

function problemList (messages: readonly string[], kind: string, className: string): Html | false {
  return messages.length > 0 && html`<ul class="problems">${messages.map((message) =>
    html`<li class="${className}">${kind} <span lang="en">${message}</span></li>`)}</ul>`
}

function valueOf ({ text, language, kind }: PreviewValue): Html {
  const details = [language, kind].filter((detail) => detail !== undefined)
  return html`<dd${language !== undefined && html` lang="${language}"`}>${shortened(text)}${
    details.length > 0 && html` <span class="mine">${details.join(' · ')}</span>`}</dd>`
}

function more ({ explore }: Words, list: readonly unknown[]): Html | false {
  return list.length > PROPERTY_MAX_VALUES && html`<dd>${explore.more(list.length - PROPERTY_MAX_VALUES)}</dd>`
}

function shortened (text: string): string {
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : text
}
