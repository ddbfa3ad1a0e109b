import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { sortKey } from '../keys/collation/index.js'
import type { Database } from '../query/statements/database.js'
import {
  property, resourceClass, resourceTemplate, resourceTemplateProperty, setting, vocabulary
} from '../tables/index.js'

interface SeedMember { id: number, local_name: string, label: string, comment: string | null }
interface SeedVocabulary {
  id: number,
  prefix: string,
  namespace_uri: string,
  label: string,
  comment: string,
  properties: SeedMember[],
  classes: SeedMember[]
}

/** Rows of the Base Resource template, by property id (docs/contract/admin-resources.md §12.2). */
const BASE_RESOURCE = [1, 15, 8, 2, 7, 4, 9, 12, 40, 5, 17, 6, 25, 10, 13, 29, 30, 50, 3, 41]
const SPATIAL = 40

/** The vocabularies of a fresh installation, with English labels. */
export function builtInVocabularies (): SeedVocabulary[] {
  const file = path.join(packageFolder, 'db', 'seed', 'vocabularies.json')
  return JSON.parse(readFileSync(file, 'utf8')) as SeedVocabulary[]
}

/**
 * Fills an empty database with the contents of a fresh installation (docs/contract/admin-resources.md §12).
 *
 * @param settings to store, by name.
 */
export async function seed (database: Database, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const {
    id, prefix, namespace_uri: namespaceUri, label, comment, properties, classes
  } of builtInVocabularies()) {
    await database.insert(vocabulary).values({
      id,
      prefix,
      prefixKey: sortKey(prefix),
      namespaceUri,
      namespaceUriKey: sortKey(namespaceUri),
      label,
      labelKey: sortKey(label),
      comment,
      commentKey: sortKey(comment)
    })
    if (properties.length > 0) {
      await database.insert(property).values(properties.map((member) => memberRow(id, member)))
    }
    if (classes.length > 0) await database.insert(resourceClass).values(classes.map((member) => memberRow(id, member)))
  }
  const label = 'Base Resource'
  await database.insert(resourceTemplate).values({ id: 1, label, labelKey: sortKey(label) })
  await database.insert(resourceTemplateProperty).values(BASE_RESOURCE.map((propertyId, row) => ({
    templateId: 1,
    propertyId,
    position: row + 1,
    alternateLabel: propertyId === SPATIAL
      ? 'Place'
      : null,
    dataTypes: [],
    isRequired: false,
    isPrivate: false
  })))
  const rows = Object.entries(settings).map(([id, value]) => ({ id, value }))
  if (rows.length > 0) await database.insert(setting).values(rows)
}

function memberRow (vocabularyId: number, { id, local_name: localName, label, comment }: SeedMember) {
  return {
    id,
    vocabularyId,
    localName,
    label,
    labelKey: sortKey(label),
    comment,
    commentKey: comment === null ? null : sortKey(comment)
  }
}

/** Whether a database has nothing of what `seed` writes. */
export async function isEmpty (database: Database): Promise<boolean> {
  return (await database.select({ id: vocabulary.id }).from(vocabulary).limit(1)).length === 0
}
