import { asc, eq } from 'drizzle-orm'
import { sortKey } from '../../../../db/keys/collation/index.js'
import { resourceTemplateProperty } from '../../../../db/tables/index.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import { renewTitlesJob } from '../../../resources/shared/titles/renew-titles-job.js'
import type { PlainWriter } from './plain.js'

const keyOf = (text: string | null): string | null => text === null ? null : sortKey(text)

export const vocabularyWriter: PlainWriter<'vocabularies'> = {
  updatesMatched: true,
  columns: ({ content: { namespaceUri, prefix, label, comment, ownerId } }, resolved) => ({
    namespaceUri,
    namespaceUriKey: sortKey(namespaceUri),
    prefix,
    prefixKey: sortKey(prefix),
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: keyOf(comment),
    ownerId: resolved.get('users', ownerId)
  })
}

export const memberWriter: PlainWriter<'properties' | 'resource_classes'> = {
  updatesMatched: true,
  columns: ({ content: { vocabularyId, localName, label, comment, ownerId } }, resolved) => ({
    vocabularyId: resolved.get('vocabularies', vocabularyId)!,
    localName,
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: keyOf(comment),
    ownerId: resolved.get('users', ownerId)
  })
}

export const templateWriter: PlainWriter<'resource_templates'> = {
  updatesMatched: true,
  columns: ({ content: { label, ownerId, classId, titlePropertyId, descriptionPropertyId } }, resolved) => ({
    label,
    labelKey: sortKey(label),
    ownerId: resolved.get('users', ownerId),
    classId: resolved.get('resource_classes', classId),
    titlePropertyId: resolved.get('properties', titlePropertyId),
    descriptionPropertyId: resolved.get('properties', descriptionPropertyId)
  }),
  async saveParts (database, templateId, { content }, resolved) {
    const rows = content.rows.flatMap(({ propertyId: given, ...row }) => {
      const propertyId = resolved.get('properties', given)
      return propertyId === null ? [] : [{ ...row, propertyId }]
    }).map((row, at) => ({ ...row, templateId, position: at + 1 }))
    await database.delete(resourceTemplateProperty).where(eq(resourceTemplateProperty.templateId, templateId))
    if (rows.length > 0) await database.insert(resourceTemplateProperty).values(rows)
  },
  async partsOf (database, templateId) {
    const rows = await database.select().from(resourceTemplateProperty)
      .where(eq(resourceTemplateProperty.templateId, templateId)).orderBy(asc(resourceTemplateProperty.position))
    return rows.map(({ id, ...row }) => row)
  },
  /** Titles depend on the title property of the template. */
  async afterUpdate (database, id, before, after, { services: { jobs } }) {
    if (before.titlePropertyId === after.titlePropertyId) return
    await jobs.add(database, renewTitlesJob.name, { template: id }, OPERATOR)
  }
}
