import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { formFields, type FormField, type Problems } from '../../form.js'
import { buttonForm, postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import { about, adminPage, time } from '../../parts.js'
import { quotesField } from './head.js'

export interface ImportFilesFacts {
  /** Uploaded files that are still stored, the latest first. */
  uploads: readonly ImportUpload[]
  extensions: readonly string[]
  /** Bytes. */
  limit: number
  /** Whether the uploaded file has unbalanced quotation marks. */
  hasStrayQuotes?: boolean
  problems?: Problems
}

/** The page on which an import begins: upload a file, or continue with one that was uploaded. */
export function importFilesPage (frame: Frame, facts: ImportFilesFacts): Page {
  const { words, words: { imports } } = frame
  const { uploads, extensions, limit, hasStrayQuotes, problems } = facts
  const fields: FormField[] = [
    ...(hasStrayQuotes === true ? [quotesField(words)] : []),
    { name: 'file', type: 'file', label: imports.file, accept: extensions, isRequired: true, hint: imports.fileHint(words.size(limit)) }
  ]
  return adminPage(frame, {
    section: 'import',
    lead: imports.lead,
    problems,
    fields,
    content: html`${postForm(frame, '/admin/import', html`${formFields(fields, { no_quotes: true }, problems)}
<details class="guide"><summary>${imports.guide}</summary><ul>${
  imports.guideText.map((text) => html`<li>${text}</li>`)}</ul></details>
<div class="buttons"><button class="main">${imports.send}</button></div>
`, html` class="case panel" enctype="multipart/form-data"`)}
${uploads.length > 0 && html`<section class="present" aria-labelledby="files"><h2 id="files">${imports.sent}</h2>
<p class="count">${imports.sentText}</p>
<ul class="uploads">${uploads.map((upload) => entry(frame, upload))}</ul></section>`}`
  })
}

function entry (frame: Frame, { id, filename, size, created, jobId }: ImportUpload): Html {
  const { path, words, words: { imports } } = frame
  return html`<li class="label"><h3><a href="${path}/admin/import/${id}">${filename}</a></h3>
<p>${words.size(size)}, ${time(frame, created)}${jobId !== null && html` · <a href="${path}/admin/job/${jobId}">${
  words.jobs.classes.Import} ${words.jobs.number(String(jobId))}</a>`}</p>
${buttonForm(frame, `/admin/import/${id}/remove`, html`${imports.removeFile}${about(filename)}`)}</li>`
}
