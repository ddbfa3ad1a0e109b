import { select, tick, type Problems } from '../../fields.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import type { ImportChoices, MappingFacts } from './facts.js'

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
