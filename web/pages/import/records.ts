import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { tokenField, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'
import type { ImportChoices, MappingFacts } from './facts.js'
import { uploadPage } from './head.js'
import { choiceTicks, updateField } from './options.js'

interface RecordsFacts extends Pick<MappingFacts, 'properties'> {
  upload: ImportUpload
  choices: ImportChoices
  /** Key of a message of success. */
  done?: string
}

/** The page to choose the options for a file of records, which needs no mapping. */
export function recordsPage (frame: Frame, facts: RecordsFacts): Page {
  const { path, token, words, words: { imports } } = frame
  const { upload, choices } = facts
  return uploadPage(frame, upload, imports.formats[upload.format], html`<form method="post" action="${path}/admin/import/${upload.id}">${tokenField(token)}
<button name="action" value="save" hidden>${words.account.save}</button>
<section class="case panel" aria-labelledby="options"><h2 id="options">${imports.options}</h2>
${updateField(words, facts)}
${choiceTicks(words, choices)}</section>
<div class="buttons"><button class="main" name="action" value="preview">${imports.toPreview}</button>
<button name="action" value="save">${words.account.save}</button></div>
</form>`, facts.done)
}
