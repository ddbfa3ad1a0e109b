import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { property, resourceClass, resourceTemplate } from '../../../db/tables/index.js'
import { NotFoundError } from '../../core/calls/errors.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { isBlank } from '../../values/text.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/representation/fields.js'
import { findReference, ownerAfter, ownerOfNew } from '../shared/writing/references.js'
import { renewAllTitles } from '../shared/titles/renewed-titles.js'
import { isTaken } from '../shared/writing/taken.js'
import { givenRows, saveRows } from './template-rows.js'

type Template = typeof resourceTemplate.$inferSelect

/** Resource templates (docs/contract/admin-resources.md §4). */
export const resourceTemplateWriter: ResourceWriter = {
  async create (context, payload) {
    const fields = new Fields(payload)
    const columns = {
      ...await columnsOf(context, fields, undefined),
      ownerId: await ownerOfNew(context, 'ResourceTemplate', payload)
    }
    const rows = await givenRows(context, fields)
    fields.refuse()
    const [row] = await context.database.insert(resourceTemplate)
      .values(columns).returning({ id: resourceTemplate.id })
    await saveRows(context, row!.id, rows ?? [])
    return row!.id
  },

  async update (context, id, payload, call) {
    const [current] = await context.database.select().from(resourceTemplate).where(eq(resourceTemplate.id, id))
    if (current === undefined) throw NotFoundError.entity('ResourceTemplate', id)
    const fields = new Fields(payload, call)
    const columns = {
      ...await columnsOf(context, fields, current),
      ownerId: await ownerAfter(context, 'ResourceTemplate', payload, current.ownerId)
    }
    const rows = await givenRows(context, fields)
    fields.refuse()
    await context.database.update(resourceTemplate).set(columns).where(eq(resourceTemplate.id, id))
    const afterCommit = columns.titlePropertyId === current.titlePropertyId
      ? undefined
      : await renewAllTitles(context, [id])
    // Without a list of rows the existing rows stay, even with PUT.
    return {
      afterCommit,
      ...(rows !== undefined && { answer: { templateOrder: new Map([[id, await saveRows(context, id, rows)]]) } })
    }
  },

  /** Resources keep the titles that the template gave them. */
  async delete (context, id) {
    await context.database.delete(resourceTemplate).where(eq(resourceTemplate.id, id))
    return {}
  }
}

async function columnsOf (context: WriteContext, fields: Fields, current: Template | undefined) {
  const { payload } = fields
  const stays = (key: string): boolean => current !== undefined && !fields.isGiven(key)
  const label = stays('o:label') ? current!.label : await labelIn(context, fields, current?.id)
  return {
    label,
    labelKey: sortKey(label),
    classId: stays('o:resource_class')
      ? current!.classId
      : await findReference(context, resourceClass, 'ResourceClass', payload['o:resource_class']),
    titlePropertyId: stays('o:title_property')
      ? current!.titlePropertyId
      : await findReference(context, property, 'Property', payload['o:title_property']),
    descriptionPropertyId: stays('o:description_property')
      ? current!.descriptionPropertyId
      : await findReference(context, property, 'Property', payload['o:description_property'])
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
