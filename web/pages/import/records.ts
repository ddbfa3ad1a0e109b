import { formFields, select, tick, type FormField } from '../../form.js'
import { html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { uploadPage, type ImportChoices, type MappingFacts } from './head.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { postForm, type Frame, type Page } from '../../frame.js'

/** The fields for `ImportChoices`. */
export function choiceFields (
  { imports }: Words, properties: MappingFacts['properties']
): [updateBy: FormField, ...ticks: FormField[]] {
  return [
    select('update_by', imports.updateBy, [['', imports.allNew], ['o:id', imports.bys['o:id']]], {
      key: 'updateBy', groups: properties, hint: imports.updateByHint
    }),
    tick('create_item_sets', imports.createItemSets, { key: 'createItemSets' }),
    tick('continue_on_error', imports.continueOnError, { key: 'continueOnError', hint: imports.continueOnErrorHint })
  ]
}

interface RecordsFacts extends Pick<MappingFacts, 'properties'> {
  upload: ImportUpload
  choices: ImportChoices
}

/** The page to choose the options for a file of records, which needs no mapping. */
export function recordsPage (frame: Frame, facts: RecordsFacts): Page {
  const { words, words: { imports } } = frame
  const { upload, choices, properties } = facts
  const content = postForm(frame, `/admin/import/${upload.id}`, html`<button name="action" value="save" hidden>${
    words.account.save}</button>
<section class="case panel" aria-labelledby="options"><h2 id="options">${imports.options}</h2>
${formFields(choiceFields(words, properties), { ...choices })}</section>
<div class="buttons"><button class="main" name="action" value="preview">${imports.toPreview}</button>
<button name="action" value="save">${words.account.save}</button></div>
`)
  return uploadPage(frame, upload, { lead: imports.formats[upload.format], content })
}
