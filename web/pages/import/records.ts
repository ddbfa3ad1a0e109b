import { formFields, type FormField } from '../../form.js'
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
    {
      name: 'update_by',
      key: 'updateBy',
      type: 'select',
      label: imports.updateBy,
      options: [['', imports.allNew], ['o:id', imports.bys['o:id']]],
      groups: properties,
      hint: imports.updateByHint
    },
    { name: 'create_item_sets', key: 'createItemSets', type: 'tick', label: imports.createItemSets },
    {
      name: 'continue_on_error',
      key: 'continueOnError',
      type: 'tick',
      label: imports.continueOnError,
      hint: imports.continueOnErrorHint
    }
  ]
}

interface RecordsFacts extends Pick<MappingFacts, 'properties'> {
  upload: ImportUpload
  choices: ImportChoices
  /** Key of a message of success. */
  done?: string
}

/** The page to choose the options for a file of records, which needs no mapping. */
export function recordsPage (frame: Frame, facts: RecordsFacts): Page {
  const { words, words: { imports } } = frame
  const { upload, choices, properties } = facts
  return uploadPage(frame, upload, imports.formats[upload.format], postForm(frame, `/admin/import/${upload.id}`, html`<button name="action" value="save" hidden>${words.account.save}</button>
<section class="case panel" aria-labelledby="options"><h2 id="options">${imports.options}</h2>
${formFields(choiceFields(words, properties), { ...choices })}</section>
<div class="buttons"><button class="main" name="action" value="preview">${imports.toPreview}</button>
<button name="action" value="save">${words.account.save}</button></div>
`), facts.done)
}
