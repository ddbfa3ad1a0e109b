import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { property, resourceClass, vocabulary } from '../../../db/tables/index.js'
import { checkEntity, checkType, viewerOf } from '../../access/access.js'
import type { Actor } from '../../core/calls/actor.js'
import { ValidationError } from '../../core/calls/errors.js'
import { guessedSyntax, JSON_LD, TURTLE, wholeText } from '../../core/rdf/document-text.js'
import type { Quad } from '../../core/rdf/terms.js'
import type { FileServices } from '../../files/file-services.js'
import { Fields } from '../../resources/shared/writing/fields.js'
import { isBuiltIn, deleteMembers, memberColumns, type MemberTable } from '../../resources/vocabularies/vocabulary-members.js'
import { vocabularies } from '../../resources/vocabularies/definition.js'
import { vocabularyWriter } from '../../resources/vocabularies/write.js'
import type { JobClass } from '../../runtime/jobs/job-class.js'
import type { JobReport } from '../../runtime/jobs/job-list.js'
import type { ReadContext, WriteContext } from '../../resources/definition/read-context.js'
import type { Services } from '../../resources/definition/services.js'
import { wholeContent } from '../pipeline/lines.js'
import { causeOf, quadsInJsonLd, quadsInText } from '../rdf/documents.js'
import {
  checkChoice, differenceOf, membersOf, type Difference, type LeftOut, type Member, type Members, type TextChoice
} from './members.js'

/** Further members that are left out are not named in the log. */
const NAMED_MEMBERS_MAX = 20

/** A vocabulary is parsed in memory; the largest in use have a few million bytes. */
const VOCABULARY_MAX_BYTES = 64 * 1024 * 1024

export interface VocabularyImport extends TextChoice {
  /** Path of a file, or an http(s) URL. */
  source: string
  /** Fetch remote contexts of a JSON-LD document. Off by default, because the document chooses the URLs. */
  allowRemoteContexts?: boolean
  prefix: string
  /** Namespace URI; default: the existing vocabulary's with this prefix. */
  namespace?: string
  /** Default: the current label, or the prefix for a new vocabulary. */
  label?: string
  /** Delete members that the document does not have, with all values and assignments that use them. */
  remove?: boolean
  /** Allow `remove` for a built-in vocabulary, too. */
  force?: boolean
}

/** The changes that an import would make. */
export interface VocabularyPreview {
  /** Null when the vocabulary is new. */
  id: number | null
  namespace: string
  properties: Difference
  classes: Difference
  /** Other subjects in the namespace, which are not imported. */
  leftOut: LeftOut[]
}

/** Imports vocabularies from RDF documents, and updates existing ones. */
export class VocabularyImporter {
  constructor (private readonly services: Services) {}

  /** The changes that an import would make; writes nothing. @throws PermissionError, ValidationError */
  async preview (options: VocabularyImport, actor: Actor): Promise<VocabularyPreview> {
    const reading = await this.services.readingToWrite(viewerOf(actor))
    const { id, namespace } = await this.#target(reading, options, actor)
    return await preview(reading, id, namespace, await this.#read(options, namespace))
  }

  /** Imports a document as a job in this process, which logs the changes. @throws PermissionError, ValidationError */
  async run (options: VocabularyImport, actor: Actor): Promise<JobReport> {
    await this.#target(await this.services.readingToWrite(viewerOf(actor)), options, actor)
    const source = /^https?:\/\//i.test(options.source) ? options.source : path.resolve(options.source)
    return await this.services.jobs.perform(this.job.name, { ...options, source }, actor)
  }

  /** Writes in one transaction, so an interrupted job starts again from the beginning. */
  readonly job: JobClass<VocabularyImport> = {
    name: 'Vitrine\\Job\\ImportVocabulary',
    run: async ({ args, ownerId, log, advance }) => {
      // Permission was checked when the job was added.
      const actor: Actor = { id: ownerId, role: 'global_admin' }
      const reading = await this.services.readingToWrite(viewerOf(actor))
      const { namespace } = await this.#target(reading, args, actor)
      const members = await this.#read(args, namespace)
      await advance(1, 2)
      const { properties, classes } = await this.services.store.write(async (database) => {
        const context = this.services.writing({ ...reading, database }, { actor, force: args.force === true })
        return await apply(context, await this.#target(context, args, actor), args, members)
      })
      // Deleting a title property may have queued a job that updates the titles of many resources.
      this.services.jobs.wake()
      await log(`Properties: ${summaryText(properties, args)}.`)
      await log(`Classes: ${summaryText(classes, args)}.`)
      if (members.leftOut.length > 0) await log(leftOutText(members.leftOut))
    }
  }

  async #read (options: VocabularyImport, namespace: string): Promise<Members> {
    const members = membersOf(await readTriples(options, this.services.files), namespace, options)
    if (members.properties.length === 0 && members.classes.length === 0) {
      throw ValidationError.of('source', `${options.source} has no properties or classes in the namespace ${namespace}.`)
    }
    return members
  }

  /**
   * Finds the vocabulary by namespace or prefix; `id` is null for a new one.
   * @throws PermissionError, ValidationError
   */
  async #target ({ database }: ReadContext, options: VocabularyImport, actor: Actor): Promise<Target> {
    checkType(actor, 'create', vocabularies)
    checkChoice(options)
    const { prefix, namespace } = options
    const [withPrefix] = await database.select().from(vocabulary)
      .where(eq(vocabulary.prefixKey, sortKey(prefix.trim())))
    const [existing] = namespace === undefined
      ? [withPrefix]
      : await database.select().from(vocabulary).where(eq(vocabulary.namespaceUriKey, sortKey(namespace.trim())))
    if (existing === undefined) {
      if (namespace === undefined) {
        throw ValidationError.of('o:namespace_uri', `There is no vocabulary "${prefix}" yet. Give its namespace.`)
      }
      if (withPrefix !== undefined) {
        throw ValidationError.of('o:prefix', `The prefix "${prefix}" is already taken, by the namespace ${withPrefix.namespaceUri}.`)
      }
      return { id: null, namespace: namespace.trim() }
    }
    if (existing.id !== withPrefix?.id) {
      throw ValidationError.of('o:prefix', `The namespace ${existing.namespaceUri} has the prefix "${existing.prefix}" already.`)
    }
    checkEntity(actor, 'update', vocabularies, { id: existing.id, ownerId: existing.ownerId })
    return { id: existing.id, namespace: existing.namespaceUri }
  }
}

interface Target {
  id: number | null
  namespace: string
}

async function preview (
  { database }: ReadContext, id: number | null, namespace: string, { properties, classes, leftOut }: Members
): Promise<VocabularyPreview> {
  const difference = async (table: MemberTable, wanted: readonly Member[]): Promise<Difference> => {
    const stored = id === null
      ? []
      : await database.select().from(table).where(eq(table.vocabularyId, id)).orderBy(asc(table.id))
    return differenceOf(stored.map(({ id, localName, label, comment }) => ({ id, localName, label, comment })), wanted)
  }
  return {
    id,
    namespace,
    properties: await difference(property, properties),
    classes: await difference(resourceClass, classes),
    leftOut
  }
}

async function apply (
  context: WriteContext, { id, namespace }: Target, options: VocabularyImport, members: Members
): Promise<VocabularyPreview> {
  const difference = await preview(context, id, namespace, members)
  const label = options.label === undefined ? {} : { 'o:label': options.label }
  let vocabularyId = id
  if (id === null) {
    vocabularyId = await vocabularyWriter.create!(
      // What comes from RDF must have a prefix and a namespace that RDF can hold.
      { ...context, call: { ...context.call, strict: true } },
      { 'o:namespace_uri': namespace, 'o:prefix': options.prefix, 'o:label': options.prefix, ...label },
      undefined
    )
  } else await vocabularyWriter.update!(context, id, label, { ...context.call, partial: true }, undefined)
  const { database, actor: { id: ownerId } } = context
  const tables = [[property, difference.properties], [resourceClass, difference.classes]] as const
  for (const [table, { added, changed, removed }] of tables) {
    for (const member of added) {
      await database.insert(table).values({ ...columnsOf(member), vocabularyId: vocabularyId!, ownerId })
    }
    for (const member of changed) {
      await database.update(table).set(columnsOf(member)).where(eq(table.id, member.id))
    }
    if (options.remove !== true || removed.length === 0) continue
    if (isBuiltIn(vocabularyId!) && context.call.force !== true) {
      throw ValidationError.of('force', 'Members of a vocabulary that came with the installation would be deleted, ' +
        'with the values that use them. It is done when it is forced.')
    }
    await deleteMembers(context, table, removed.map((member) => member.id))
  }
  return difference
}

/** @throws ValidationError whose key is the local name. */
function columnsOf ({ localName, label, comment }: Member): ReturnType<typeof memberColumns> {
  const fields = new Fields({ 'o:local_name': localName, 'o:label': label, 'o:comment': comment })
  const columns = memberColumns(fields)
  if (fields.errors.has('o:local_name') || fields.errors.has('o:label')) {
    throw ValidationError.of(localName, `The member "${localName}" has an unusable name or label.`)
  }
  return columns
}

function summaryText ({ added, changed, removed }: Difference, { remove }: VocabularyImport): string {
  return `${added.length} added, ${changed.length} changed, ${removed.length} ` +
    (remove === true ? 'removed' : 'stay that the document does not have')
}

function leftOutText (leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, NAMED_MEMBERS_MAX).map(({ localName, types }) => `${localName} (${types[0]!})`)
  const more = leftOut.length > NAMED_MEMBERS_MAX ? ` and ${leftOut.length - NAMED_MEMBERS_MAX} more` : ''
  return `Left out, because they are not properties or classes, or their names cannot be part of a term: ${named.join(', ')}${more}.`
}

/**
 * Parses a document in RDF/XML, Turtle, N3, N-Triples, N-Quads or JSON-LD. Triples are in the order of the document;
 * triples of JSON-LD, whose keys have no order, are sorted by subject. The format is detected from the content, because
 * media types and file names are often wrong.
 * @throws ValidationError when the source cannot be read or parsed.
 */
async function readTriples (
  { source, allowRemoteContexts = false }: VocabularyImport, files: FileServices
): Promise<Quad[]> {
  const isRemote = /^https?:\/\//i.test(source)
  const base = isRemote ? source : undefined
  try {
    const read = async (file: string) => await wholeContent(file, VOCABULARY_MAX_BYTES)
    const bytes = isRemote
      ? await files.withFetched(source, read, { maxBytes: VOCABULARY_MAX_BYTES })
      : await read(source)
    if (bytes === undefined) throw new Error(`it is larger than ${VOCABULARY_MAX_BYTES} bytes`)
    const syntax = guessedSyntax(bytes)
    const text = await wholeText(bytes, syntax)
    if (syntax === JSON_LD) {
      return await quadsInJsonLd(JSON.parse(text), base, async (address) => {
        if (allowRemoteContexts) return await files.fetchJson(address) as object
        throw new Error(`It needs the context ${address}, which is fetched only when that is allowed.`)
      })
    }
    const triples: Quad[] = []
    for await (const triple of quadsInText([text], syntax === TURTLE ? undefined : syntax, base)) triples.push(triple)
    return triples
  } catch (error) {
    throw ValidationError.of('source', `${source} cannot be read: ${causeOf(error)}`)
  }
}
