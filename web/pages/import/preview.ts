import type { PreviewedRecord } from '../../../api/move/import/run/import.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { formFields, select } from '../../form.js'
import { postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { adminPage } from '../../parts.js'

type Json = Readonly<Record<string, unknown>>

const VALUE_MAX_CHARACTERS = 500
const PROPERTY_MAX_VALUES = 20

export interface PreviewFacts {
  upload: ImportUpload
  /** Undefined if the file is too large for a preview. */
  records: readonly PreviewedRecord[] | undefined
  /** The label of a property or class; undefined for an unknown term. */
  labelOf: (kind: 'properties' | 'classes', term: string) => string | undefined
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
  const wrong = shown.filter(({ problems }) => problems.some(({ severity }) => severity === 'error')).length
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
<ol class="records">${shown.map((record) => entry(words, facts, record))}</ol>
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

function entry (
  words: Words, { upload, labelOf }: PreviewFacts, { number, record, title, outcome, problems }: PreviewedRecord
): Html {
  const { imports } = words
  // A record with errors has no computed title.
  const heading = title ?? textsOf(record['dcterms:title'])[0] ?? imports.untitled
  const className = textOf(record['o:resource_class'])
  const messages = (wanted: typeof problems[number]['severity']): string[] =>
    problems.filter(({ severity }) => severity === wanted).map(({ message }) => message)
  const errors = messages('error')
  const values = Object.entries(record).flatMap(([term, list]) => {
    const name = labelOf('properties', term)
    if (name === undefined || !Array.isArray(list)) return []
    return [fact(words, name, list.map((value) => valueOf(value as Json, words)))]
  })
  const texts = (key: string): Html[] => textsOf(record[key]).map((text) => html`<dd>${shortened(text)}</dd>`)
  return html`<li class="label record${errors.length > 0 && ' is-wrong'}">
<p class="kicker">${imports.places[upload.format](words.number(number))}${
  className !== undefined && ` · ${labelOf('classes', className) ?? className}`}${
    outcome === 'updated' && ` · ${imports.isUpdate}`}${outcome === 'present' && ` · ${imports.isPresent}`}${
    record['o:is_public'] === false && html` · <strong>${imports.isPrivate}</strong>`}</p>
<h2>${heading}</h2>
${problemList(errors, imports.error, 'problem')}${problemList(messages('warning'), imports.warning, 'hint')}
<dl>${values}
${fact(words, words.resources.item_sets, texts('o:item_set'))}${fact(words, words.resources.media, texts('o:media'))}</dl></li>`
}

function fact ({ explore }: Words, name: string, texts: readonly Html[]): Html | false {
  const more = texts.length - PROPERTY_MAX_VALUES
  return texts.length > 0 && html`<div><dt>${name}</dt>${texts.slice(0, PROPERTY_MAX_VALUES)}${
    more > 0 && html`<dd>${explore.more(more)}</dd>`}</div>`
}

function problemList (messages: readonly string[], kind: string, className: string): Html | false {
  return messages.length > 0 && html`<ul class="problems">${messages.map((message) =>
    html`<li class="${className}">${kind} <span lang="en">${message}</span></li>`)}</ul>`
}

function valueOf (value: Json, { imports: { types } }: Words): Html {
  const type = String(value.type ?? 'literal')
  const kind = type === 'literal' ? undefined : Object.hasOwn(types, type) ? types[type as keyof typeof types] : type
  const language = typeof value['@language'] === 'string' ? value['@language'] : undefined
  const details = [language, kind].filter((detail) => detail !== undefined)
  return html`<dd${language !== undefined && html` lang="${language}"`}>${shortened(textOf(value) ?? '')}${
    details.length > 0 && html` <span class="mine">${details.join(' · ')}</span>`}</dd>`
}

function textsOf (list: unknown): string[] {
  return Array.isArray(list) ? list.map((one) => textOf(one) ?? '') : []
}

/** A short text for a value, a reference or a media. */
function textOf (value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') return String(value)
  const json = value as Json
  const label = json['o:label']
  const address = json['@id']
  if (typeof label === 'string' && typeof address === 'string') return `${label} (${address})`
  const names = ['@value', 'ingest_url', 'file', 'o:term', 'o:title', 'o:label', '@id', 'value_resource_id', 'o:id']
  const found = names.map((name) => json[name]).find((one) => one !== undefined && one !== null)
  if (found !== undefined) return String(found)
  return json.value_resource === undefined
    ? Object.values(json).find((one) => typeof one === 'string')
    : textOf(json.value_resource)
}

function shortened (text: string): string {
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : text
}
