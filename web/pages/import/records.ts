import { select, tick, type Problems } from '../../fields.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { uploadPage, type ImportChoices, type MappingFacts } from './head.js'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { tokenField, type Frame, type Page } from '../../frame.js'

interface OptionFacts extends Pick<MappingFacts, 'properties'> {
  choices: ImportChoices
  problems?: Problems
}

/** Whether existing records are updated, and by which property they are recognized. */
export function updateField ({ imports }: Words, { choices, properties, problems }: OptionFacts): Html {
  return select({
    name: 'update_by',
    label: imports.updateBy,
    options: [['', imports.allNew], ['o:id', imports.bys['o:id']]],
    groups: properties,
    value: choices.updateBy,
    hint: imports.updateByHint,
    problems
  })
}

export function choiceTicks ({ imports }: Words, { createItemSets, continueOnError }: ImportChoices): Html {
  return html`${tick('create_item_sets', imports.createItemSets, { isTicked: createItemSets })}
${tick('continue_on_error', imports.continueOnError, { isTicked: continueOnError, hint: imports.continueOnErrorHint })}`
}

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
