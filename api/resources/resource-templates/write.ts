import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { resourceTemplate } from '../../../db/tables/index.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { isBlank } from '../../core/calls/given.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { ownerIn, referenceAfter, TARGETS, type Target } from '../shared/writing/references.js'
import { renewTitlesOf } from '../shared/titles/renewed-titles.js'
import { deletionFrom, insertRow, isTaken, storedRow } from '../shared/writing/table-rows.js'
import { givenRows, saveRows } from './template-rows.js'

type Template = typeof resourceTemplate.$inferSelect

/** Resource templates (docs/contract/admin-resources.md §4). */
export const resourceTemplateWriter: ResourceWriter = {
  async create (context, payload) {
    const fields = new Fields(payload)
    const columns = await columnsOf(context, fields, undefined)
    const rows = await givenRows(context, fields)
    fields.refuse()
    const id = await insertRow(context, resourceTemplate, columns)
    await saveRows(context, id, rows ?? [])
    return id
  },

  async update (context, id, payload, call) {
    const current = await storedRow(context, resourceTemplate, 'ResourceTemplate', id)
    const fields = new Fields(payload, call)
    const columns = await columnsOf(context, fields, current)
    const rows = await givenRows(context, fields)
    fields.refuse()
    await context.database.update(resourceTemplate).set(columns).where(eq(resourceTemplate.id, id))
    const afterCommit = columns.titlePropertyId === current.titlePropertyId
      ? undefined
      : await renewTitlesOf(context, id)
    // Without a list of rows the existing rows stay, even with PUT.
    return {
      afterCommit,
      ...(rows !== undefined && { answer: { templateOrder: new Map([[id, await saveRows(context, id, rows)]]) } })
    }
  },

  /** Resources keep the titles that the template gave them. */
  delete: deletionFrom(resourceTemplate)
}

async function columnsOf (context: WriteContext, fields: Fields, current: Template | undefined) {
  const after = async (key: string, target: Target, stored: number | null | undefined): Promise<number | null> =>
    await referenceAfter(context, fields, key, target, stored)
  const label = fields.isGiven('o:label') ? await labelIn(context, fields, current?.id) : current!.label
  return {
    label,
    labelKey: sortKey(label),
    classId: await after('o:resource_class', TARGETS.resourceClass, current?.classId),
    titlePropertyId: await after('o:title_property', TARGETS.property, current?.titlePropertyId),
    descriptionPropertyId: await after('o:description_property', TARGETS.property, current?.descriptionPropertyId),
    ownerId: await ownerIn(context, 'ResourceTemplate', fields, current)
  }
}

async function labelIn (context: WriteContext, fields: Fields, id: number | undefined): Promise<string> {
  const message = 'The label cannot be empty.'
  const label = fields.required('o:label', message, { max: MAX_CHARACTERS.name })
  if (label === '') return label
  if (isBlank(label)) fields.errors.add('o:label', message)
  else if (await isTaken(context, resourceTemplate, eq(resourceTemplate.labelKey, sortKey(label)), id)) {
    fields.errors.add('o:label', 'The label is already taken.')
  }
  return label
}
