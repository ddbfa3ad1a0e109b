import { sortKey } from '../../../../db/keys/collation/index.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { property, resourceClass, resourceTemplate, site, user, vocabulary } from '../../../../db/tables/index.js'
import type { CollectionType } from '../read/collection-file.js'
import type { AnyRecord, Sequence } from '../read/record.js'
import type { Entry } from './transfer-map.js'

/** A unique name of a record other than its id, and the member that contains it. */
interface Name { key: string, name: string }

/**
 * Unique names of records, in the file and in the database: namespaces and prefixes of vocabularies, local names of
 * their members, e-mail addresses, labels of templates, slugs.
 */
export class NaturalKeys {
  readonly #ofFile = new Map<string, number>()
  /** Namespaces by the vocabulary's id in the source. */
  readonly #namespaces = new Map<number, string>()
  /** Ids of rows in the database, by type and name. */
  readonly #here = new Map<string, number>()
  readonly #counts = new Map<Sequence, number>()
  /** Number of rows per sequence that match a record with the same id. */
  readonly #matched = new Map<Sequence, number>()

  /** Reads the names in the database. */
  async load (database: Database): Promise<void> {
    const add = (type: CollectionType, name: Name, id: number): void => { this.#here.set(full(type, name), id) }
    const vocabularies = await database.select().from(vocabulary)
    const namespaces = new Map(vocabularies.map((row) => [row.id, row.namespaceUri]))
    for (const row of vocabularies) {
      add('vocabularies', { key: 'o:namespace_uri', name: row.namespaceUriKey }, row.id)
      add('vocabularies', { key: 'o:prefix', name: row.prefixKey }, row.id)
    }
    for (const [type, table] of [['properties', property], ['resource_classes', resourceClass]] as const) {
      const rows = await database
        .select({ id: table.id, vocabularyId: table.vocabularyId, localName: table.localName }).from(table)
      for (const row of rows) add(type, memberName(namespaces.get(row.vocabularyId)!, row.localName), row.id)
      this.#counts.set(type, rows.length)
    }
    const users = await database.select({ id: user.id, key: user.emailKey }).from(user)
    for (const row of users) add('users', { key: 'o:email', name: row.key }, row.id)
    const templates = await database
      .select({ id: resourceTemplate.id, key: resourceTemplate.labelKey }).from(resourceTemplate)
    for (const row of templates) add('resource_templates', { key: 'o:label', name: row.key }, row.id)
    const sites = await database.select({ id: site.id, key: site.slugKey }).from(site)
    for (const row of sites) add('sites', { key: 'o:slug', name: row.key }, row.id)
    this.#counts.set('vocabularies', vocabularies.length)
    this.#counts.set('users', users.length)
    this.#counts.set('resource_templates', templates.length)
  }

  /**
   * Adds the names of a record.
   * @param entry the row that the record was imported as; undefined when it was not imported.
   * @returns messages about names that another record has.
   */
  add (record: AnyRecord, entry: Entry | undefined): string[] {
    const problems: string[] = []
    if (record.type === 'vocabularies') this.#namespaces.set(record.id, record.content.namespaceUri)
    const match = entry?.isHere === true ? entry.localId : this.match(record)
    for (const name of this.#namesOf(record)) {
      const known = full(record.type, name)
      const other = this.#ofFile.get(known)
      const here = this.#here.get(known)
      if (other !== undefined) problems.push(`${name.key}: the record ${other} of the file has the same`)
      else this.#ofFile.set(known, record.id)
      if (here !== undefined && here !== match) problems.push(`${name.key}: already taken here, by another record`)
    }
    if (match === record.id) {
      const sequence = record.type as Sequence
      this.#matched.set(sequence, (this.#matched.get(sequence) ?? 0) + 1)
    }
    return problems
  }

  /** Id of the row that equals a record that was never imported; undefined when there is none. */
  match (record: AnyRecord): number | undefined {
    if (record.type === 'sites') return undefined
    const [name] = this.#namesOf(record)
    return name === undefined ? undefined : this.#here.get(full(record.type, name))
  }

  /** Whether every row of a sequence is matched by a record with the same id. */
  areMatched (sequence: Sequence): boolean {
    const count = this.#counts.get(sequence)
    return count !== undefined && count === (this.#matched.get(sequence) ?? 0)
  }

  /** Records are matched by their first name. */
  #namesOf (record: AnyRecord): Name[] {
    switch (record.type) {
      case 'vocabularies': return [
        { key: 'o:namespace_uri', name: sortKey(record.content.namespaceUri) },
        { key: 'o:prefix', name: sortKey(record.content.prefix) }
      ]
      case 'properties':
      case 'resource_classes': {
        const namespace = this.#namespaces.get(record.content.vocabularyId)
        return namespace === undefined ? [] : [memberName(namespace, record.content.localName)]
      }
      case 'users': return [{ key: 'o:email', name: sortKey(record.content.email) }]
      case 'resource_templates': return [{ key: 'o:label', name: sortKey(record.content.label) }]
      case 'sites': return [{ key: 'o:slug', name: sortKey(record.content.slug) }]
      case 'site_pages': return [{ key: 'o:slug', name: `${record.content.siteId} ${sortKey(record.content.slug)}` }]
      default: return []
    }
  }
}

function memberName (namespace: string, localName: string): Name {
  return { key: 'o:local_name', name: `${sortKey(namespace)} ${localName}` }
}

function full (type: CollectionType, { key, name }: Name): string {
  return `${type} ${key} ${name}`
}
