import { asc, eq } from 'drizzle-orm'
import type { Database } from './database.js'
import {
  property,
  resourceClass,
  resourceTemplate,
  resourceTemplateProperty,
  stamp,
  vocabulary
} from '../../tables/index.js'

/** A property or class: its term (`dcterms:title`), its label and its URI. */
export interface Member {
  id: number
  term: string
  label: string
  uri: string
}

interface TemplateProperty {
  propertyId: number
  alternateLabel: string | null
  isRequired: boolean
}

interface Template {
  id: number
  label: string
  titlePropertyId: number | null
  descriptionPropertyId: number | null
  /** In the order of their positions. */
  properties: TemplateProperty[]
}

const TERM = /^[a-z0-9_-]+:[a-z0-9_-]+$/i

/** All properties, or all classes, by id, by term and by URI. */
export class Members implements Iterable<Member> {
  readonly byId: ReadonlyMap<number, Member>
  /** By terms with their prefixes in lower case. */
  readonly #byTerm = new Map<string, Member>()
  readonly #byUri = new Map<string, Member>()

  constructor (rows: Array<{ id: number, label: string, localName: string, prefix: string, namespaceUri: string }>) {
    const byId = new Map<number, Member>()
    this.byId = byId
    for (const row of rows) {
      const member = {
        id: row.id,
        term: `${row.prefix}:${row.localName}`,
        label: row.label,
        uri: row.namespaceUri + row.localName
      }
      byId.set(row.id, member)
      if (TERM.test(member.term)) this.#byTerm.set(withPlainPrefix(member.term), member)
      this.#byUri.set(member.uri, member)
    }
  }

  /** By `prefix:localName`; the prefix in any case, the local name exactly (docs/contract/search.md §3). */
  byTerm (term: string): Member | undefined {
    return this.#byTerm.get(term) ?? this.#byTerm.get(withPlainPrefix(term))
  }

  /** The terms of all members. */
  * terms (): Generator<string> {
    for (const { term } of this) yield term
  }

  byUri (uri: string): Member | undefined {
    return this.#byUri.get(uri)
  }

  /** By its term or its URI. */
  named (name: string): Member | undefined {
    return this.byTerm(name) ?? this.byUri(name)
  }

  [Symbol.iterator] (): Iterator<Member> {
    return this.byId.values()
  }
}

function withPlainPrefix (term: string): string {
  const end = term.indexOf(':')
  return term.slice(0, end).toLowerCase() + term.slice(end)
}

/** Immutable snapshot of the vocabularies and resource templates, by which values are read and written. */
export interface Terms {
  /** Epoch of the change log at which the snapshot is valid. */
  readonly epoch: number
  readonly stamp: number
  readonly properties: Members
  readonly classes: Members
  readonly templates: ReadonlyMap<number, Template>
  /** Prefix to namespace, in the order of the vocabularies' ids. */
  readonly namespaces: ReadonlyMap<string, string>
  /**
   * Ids of dcterms:title and dcterms:description, which provide title and description of resources without a template.
   */
  readonly titleId: number
  readonly descriptionId: number
}

/** Loads the terms; reuses `previous` if the stamp shows that nothing changed. */
export async function loadTerms (database: Database, epoch: number, previous?: Terms): Promise<Terms> {
  const [now] = await database.select({ changes: stamp.changes }).from(stamp).where(eq(stamp.id, 'terms'))
  const changes = now?.changes ?? 0
  if (previous?.stamp === changes) return { ...previous, epoch }
  const vocabularies = await database.select().from(vocabulary).orderBy(asc(vocabulary.id))
  const properties = await members(database, property)
  return {
    epoch,
    stamp: changes,
    properties,
    classes: await members(database, resourceClass),
    templates: await templates(database),
    namespaces: new Map(vocabularies.map((row) => [row.prefix, row.namespaceUri])),
    titleId: properties.byUri('http://purl.org/dc/terms/title')?.id ?? 0,
    descriptionId: properties.byUri('http://purl.org/dc/terms/description')?.id ?? 0
  }
}

async function members (database: Database, table: typeof property | typeof resourceClass): Promise<Members> {
  return new Members(
    await database
      .select({
        id: table.id,
        label: table.label,
        localName: table.localName,
        prefix: vocabulary.prefix,
        namespaceUri: vocabulary.namespaceUri
      })
      .from(table)
      .innerJoin(vocabulary, eq(vocabulary.id, table.vocabularyId))
      .orderBy(asc(table.id))
  )
}

async function templates (database: Database): Promise<Map<number, Template>> {
  const found = new Map<number, Template>()
  for (const row of await database.select().from(resourceTemplate).orderBy(asc(resourceTemplate.id))) {
    found.set(row.id, {
      id: row.id,
      label: row.label,
      titlePropertyId: row.titlePropertyId,
      descriptionPropertyId: row.descriptionPropertyId,
      properties: []
    })
  }
  const rows = await database
    .select()
    .from(resourceTemplateProperty)
    .orderBy(asc(resourceTemplateProperty.position), asc(resourceTemplateProperty.id))
  for (const { templateId, propertyId, alternateLabel, isRequired } of rows) {
    found.get(templateId)?.properties.push({ propertyId, alternateLabel, isRequired })
  }
  return found
}
