import { stat } from 'node:fs/promises'
import { Statements, type Meaning, type StatementRow, type SubjectRow } from '../../../../../db/bulk/import/statements.js'
import type { Terms } from '../../../../../db/query/statements/terms.js'
import { Turns } from '../../../../core/sequence/turns.js'
import { addTo, type Json } from '../../../pipeline/lines.js'
import type { SourceRecord, RecordSource, SourceContext, SourceFormat } from '../../../pipeline/source.js'
import { ImportError } from '../../../pipeline/problems.js'
import { ownRecords } from './own-records.js'
import { nameOf, ANY_URI, COMPUTED, LABELS, OMEKA, STATEMENT, TYPE, type Quad } from '../../../../core/rdf/terms.js'
import { causeOf } from '../../../rdf/documents.js'
import { quadsOf, readJson, readQuads, syntaxOf } from './parse.js'
import { JSON_LD } from '../../../../core/rdf/document-text.js'
import { isOfList, listAt, ListError } from '../../../../core/rdf/lists.js'

const SUBJECTS_PER_QUERY = 500

const STATEMENTS_PER_SUBJECT_MAX = 100_000

/**
 * RDF documents: Turtle, TriG, N-Triples, N-Quads, RDF/XML and JSON-LD. Subjects become items labelled by their IRIs,
 * unless the document only gives a label or computed statements for them. Statements between subjects become links;
 * other IRIs and literals become values. A JSON-LD document of resources in their REST representation is read as such.
 */
export const rdfFormat: SourceFormat = {
  name: 'rdf',
  async open (file, _options, context) {
    const { size } = await stat(file)
    const syntax = await syntaxOf(file)
    const statements = new Statements(context.files.work.newFile('statements'))
    try {
      if (syntax === JSON_LD) {
        const document = await readJson(file)
        const records = ownRecords(document)
        if (records !== undefined) {
          statements.close()
          return ownSource(records)
        }
        await store(await quadsOf(document, context.terms), statements)
      } else await store(readQuads(file, syntax), statements)
      statements.complete()
    } catch (error) {
      statements.close()
      if (error instanceof ImportError || isOfSystem(error)) throw error
      throw new ImportError(`${file} cannot be read: ${causeOf(error)}`)
    }
    return new RdfSource(statements, context, size)
  }
}

async function store (quads: Iterable<Quad> | AsyncIterable<Quad>, statements: Statements): Promise<void> {
  for await (const { subject, predicate, object } of new Turns().each(quads)) {
    const target = object.termType === 'Literal' ? undefined : nameOf(object)
    statements.add(nameOf(subject), {
      predicate: predicate.value,
      kind: target === undefined ? 'literal' : 'name',
      object: target ?? object.value,
      datatype: object.datatype?.value ?? null,
      language: object.language === undefined || object.language === '' ? null : object.language
    }, meaningOf(subject, predicate.value, target))
  }
}

function meaningOf ({ termType }: Quad['subject'], predicate: string, target: string | undefined): Meaning {
  if (isOfList(predicate, target)) return 'list'
  const isAside = (LABELS.includes(predicate) && termType === 'NamedNode') ||
    COMPUTED.some((namespace) => predicate.startsWith(namespace))
  return isAside ? 'aside' : 'record'
}

function ownSource (records: readonly Json[]): RecordSource {
  return {
    unit: 'resource',
    size: records.length,
    async * read (onProgress) {
      for (let at = 0; at < records.length; at += SUBJECTS_PER_QUERY) {
        const some = records.slice(at, at + SUBJECTS_PER_QUERY)
        yield some.map((record, index) => ({ number: at + index + 1, record: structuredClone(record) }))
        onProgress?.(at + some.length)
      }
    }
  }
}

class RdfSource implements RecordSource {
  readonly unit = 'resource'
  readonly size: number
  readonly #statements: Statements
  readonly #terms: Terms
  readonly #lists = {
    about: (node: string): readonly StatementRow[] => {
      const subject = this.#statements.subject(node)
      return subject?.is_list === 1 ? this.#statementsAbout(subject) : []
    },
    targetOf: ({ kind, object }: StatementRow) => kind === 'name' ? object : undefined
  }

  constructor (statements: Statements, { terms }: SourceContext, size: number) {
    this.#statements = statements
    this.#terms = terms
    this.size = Math.max(size, statements.last)
  }

  async * read (
    onProgress: (done: number) => void = () => {}, onWarning: (number: number, message: string) => void = () => {}
  ): AsyncGenerator<SourceRecord[]> {
    const { last } = this.#statements
    for (let subjects = this.#after(0); subjects.length > 0; subjects = this.#after(subjects.at(-1)!.number)) {
      yield subjects.flatMap((subject) => {
        if (!this.#statements.isSaid(subject.number, TYPE, STATEMENT)) return [this.#recordOf(subject)]
        onWarning(subject.number, 'statements about statements are left out')
        return []
      })
      onProgress(Math.round(subjects.at(-1)!.number / last * this.size))
    }
  }

  nameOf (number: number): string | undefined {
    return this.#statements.byNumber(number)?.name
  }

  #after (number: number): SubjectRow[] {
    return this.#statements.subjectsAfter(number, SUBJECTS_PER_QUERY)
  }

  #recordOf (subject: SubjectRow): SourceRecord {
    const record: Json = { '@id': labelOf(subject), '@type': ['o:Item'] }
    const warnings: string[] = []
    const errors: string[] = []
    const values: StatementRow[] = []
    for (const statement of this.#statementsAbout(subject)) {
      if (statement.predicate === TYPE) this.#addType(record, statement.object, warnings)
      else for (const value of this.#membersOf(statement, errors, warnings)) values.push(value)
      if (values.length > STATEMENTS_PER_SUBJECT_MAX) break
    }
    if (values.length > STATEMENTS_PER_SUBJECT_MAX) errors.push(`there are more than ${STATEMENTS_PER_SUBJECT_MAX} statements about it`)
    if (subject.is_list === 1) errors.push(this.#faultOf(subject))
    else for (const value of values.slice(0, STATEMENTS_PER_SUBJECT_MAX)) this.#addValue(record, value, warnings)
    return { number: subject.number, record, errors, warnings }
  }

  /** Distinct statements about a subject; one more than the limit, to detect an excess. */
  #statementsAbout ({ number }: SubjectRow): StatementRow[] {
    const said = new Map<string, StatementRow>()
    for (const statement of this.#statements.about(number, STATEMENTS_PER_SUBJECT_MAX + 1)) {
      const { predicate, object, datatype, language } = statement
      said.set(JSON.stringify([predicate, object, datatype, language]), statement)
    }
    return [...said.values()]
  }

  /**
   * If a statement leads to a list or container, its members as separate statements; otherwise the statement itself.
   */
  #membersOf (statement: StatementRow, errors: string[], warnings: string[]): StatementRow[] {
    const { predicate, kind, object } = statement
    if (kind === 'literal') return [statement]
    const key = this.#keyOf(predicate)
    try {
      const list = listAt(object, this.#lists, STATEMENTS_PER_SUBJECT_MAX)
      if (list === undefined) return [statement]
      if (list.isNested) warnings.push(`${key}: lists within a list become one list`)
      return list.members.map((member) => ({ ...member, predicate }))
    } catch (error) {
      if (!(error instanceof ListError)) throw error
      errors.push(`${key}: ${error.message}`)
      return []
    }
  }

  /**
   * Why a list cannot become a record: only a list that nothing refers to, or that has other statements, gets here.
   */
  #faultOf ({ name }: SubjectRow): string {
    try {
      listAt(name, this.#lists, STATEMENTS_PER_SUBJECT_MAX)
      return 'Nothing leads to this list.'
    } catch (error) {
      return (error as Error).message
    }
  }

  #keyOf (predicate: string): string {
    return this.#terms.properties.byUri(predicate)?.term ?? predicate
  }

  #addType (record: Json, type: string, warnings: string[]): void {
    const types = record['@type'] as string[]
    if (type === `${OMEKA}Item`) return
    if (type === `${OMEKA}ItemSet`) types[0] = 'o:ItemSet'
    else {
      const known = this.#terms.classes.byUri(type)
      if (known === undefined) warnings.push(`rdf:type: ${type} is not a known class; it is left out`)
      else if (types.length > 1) warnings.push(`rdf:type: it has another class already, ${known.term} is left out`)
      else types.push(known.term)
    }
  }

  #addValue (record: Json, { predicate, kind, object, datatype, language }: StatementRow, warnings: string[]): void {
    if (predicate === `${OMEKA}is_public` || predicate === `${OMEKA}is_open`) {
      record[`o:${predicate.slice(OMEKA.length)}`] = object === 'true' || object === '1'
      return
    }
    if (predicate === `${OMEKA}item_set`) {
      if (this.#target(object) !== undefined) addTo(record, 'o:item_set', { '@id': this.#target(object)!.label })
      else warnings.push(`o:item_set: ${object} is not in the file; it is left out`)
      return
    }
    if (COMPUTED.some((namespace) => predicate.startsWith(namespace))) return
    const key = this.#keyOf(predicate)
    if (kind === 'literal') {
      addTo(record, key, datatype === ANY_URI
        ? { type: 'uri', '@id': object }
        : { type: 'literal', '@value': object, ...(language !== null && { '@language': language }) })
      return
    }
    const target = this.#target(object)
    if (target !== undefined) addTo(record, key, { type: target.type, value_resource_id: target.label })
    else if (object.startsWith('_:')) warnings.push(`${key}: the document has no statements about ${object}; it is left out`)
    else addTo(record, key, { type: 'uri', '@id': object, ...this.#labelled(object) })
  }

  /** The record for an IRI or blank node. */
  #target (name: string): { label: string, type: string } | undefined {
    const subject = this.#statements.subject(name)
    if (subject?.is_item !== 1 || this.#statements.isSaid(subject.number, TYPE, STATEMENT)) return undefined
    const isSet = this.#statements.isSaid(subject.number, TYPE, `${OMEKA}ItemSet`)
    return { label: labelOf(subject), type: isSet ? 'resource:itemset' : 'resource:item' }
  }

  /** The label that the file gives an IRI. */
  #labelled (name: string): { 'o:label'?: string } {
    const subject = this.#statements.subject(name)
    if (subject === undefined) return {}
    for (const predicate of LABELS) {
      const text = this.#statements.textOf(subject.number, predicate)
      if (text !== undefined) return { 'o:label': text }
    }
    return {}
  }

  async close (): Promise<void> {
    this.#statements.close()
  }
}

/** Parsers rename blank nodes at each run, but the order of the document is stable. */
function labelOf ({ number, name }: SubjectRow): string {
  return name.startsWith('_:') ? `_:${number}` : name
}

function isOfSystem (error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in (error as object)
}
