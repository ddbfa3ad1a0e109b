import { filterIds } from '../../../db/query/statements/id-sets.js'
import { represent } from '../../operations/represent.js'
import { BUILT_IN } from '../../resources/built-in.js'
import type { ReadContext } from '../../resources/definition/read-context.js'
import { visibleAmong } from '../../search/query/selection.js'
import { OaiError } from './arguments.js'
import { setSpec, type Header } from './headers.js'
import type { OaiRequest } from './request.js'
import type { Representation } from '../../core/answers/answer.js'
import { utcDate } from '../../core/answers/dates.js'
import { Turns } from '../../core/sequence/turns.js'
import { xml, type Xml } from '../../core/answers/xml.js'
import { describeRecord, type Described, type Places } from './formats/described.js'
import { FORMATS, type MetadataFormat } from './formats/formats.js'

/** Records that are represented before other requests may run: a few milliseconds of work. */
const RECORDS_PER_TURN = 20

/** A ListRecords response ends with a resumption token once its records exceed this many characters. */
const RESPONSE_MAX_CHARACTERS = 2 * 1024 * 1024

/** The header of the record with this identifier. @throws OaiError idDoesNotExist. */
export async function headerOf (identifier: string, { headers, identifiers }: OaiRequest): Promise<Header> {
  const id = identifiers.idIn(identifier)
  const header = id === undefined ? undefined : await headers.find(id)
  if (header === undefined) throw noSuchRecord()
  return header
}

export function noSuchRecord (): OaiError {
  return new OaiError({ code: 'idDoesNotExist', message: 'There is no record with this identifier.' })
}

/** @throws OaiError cannotDisseminateFormat. */
export function formatOf (prefix: string): MetadataFormat {
  const format = FORMATS.get(prefix)
  if (format !== undefined) return format
  const message = `The formats are ${[...FORMATS.keys()].join(', ')}.`
  throw new OaiError({ code: 'cannotDisseminateFormat', message })
}

/** Descriptions of those resources of a type that are public, in order. */
export async function describePublic (
  name: 'items' | 'item_sets', ids: readonly number[], context: ReadContext, places: Places
): Promise<Described[]> {
  const type = BUILT_IN.get(name)!
  const visible = new Set(await visibleAmong(type, context, ids))
  const answers = await represent(type, context, filterIds(ids, visible))
  return answers.map((answer) => describeRecord(answer.json(places.base) as Representation, context.terms, places))
}

/** Headers in the form of ListIdentifiers. */
export async function writeHeaders (list: readonly Header[], request: OaiRequest): Promise<Xml[]> {
  const sets = await request.headers.setsOf(list)
  return list.map((header) => headerXml(header, sets.get(header.id), request))
}

/**
 * Records, in order; only the first ones when they get too long for one response. Records that were deleted or hidden
 * after the log was read are left out: they are now at its end.
 * @returns the records, and the number of headers up to the last of them.
 */
export async function writeRecords (
  list: readonly Header[], format: MetadataFormat, request: OaiRequest
): Promise<{ records: Xml[], done: number }> {
  // Not cached, so that a harvester does not evict what visitors use.
  const context: ReadContext = { ...request.context, cache: undefined, withoutReverse: true }
  const sets = await request.headers.setsOf(list)
  const turns = new Turns()
  const records: Xml[] = []
  let length = 0
  for (let at = 0; at < list.length; at += RECORDS_PER_TURN) {
    const batch = list.slice(at, at + RECORDS_PER_TURN)
    const ids = batch.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
    const resources = new Map((await describePublic('items', ids, context, request)).map((one) => [one.id, one]))
    for (const [index, header] of batch.entries()) {
      const resource = resources.get(header.id)
      if (resource === undefined && !header.isDeleted) continue
      const own = headerXml(header, sets.get(header.id), request)
      const record = resource === undefined
        ? xml`<record>${own}</record>`
        : xml`<record>${own}<metadata>${format.write(resource, context.terms)}</metadata></record>`
      records.push(record)
      length += record.text.length
      if (length > RESPONSE_MAX_CHARACTERS) return { records, done: at + index + 1 }
    }
    await turns.next()
  }
  return { records, done: list.length }
}

function headerXml ({ id, time, isDeleted }: Header, sets: readonly number[] = [], { identifiers }: OaiRequest): Xml {
  const content = xml`<identifier>${identifiers.of(id)}</identifier><datestamp>${utcDate(time)}</datestamp>
${sets.map((set) => xml`<setSpec>${setSpec(set)}</setSpec>`)}`
  return isDeleted ? xml`<header status="deleted">${content}</header>\n` : xml`<header>${content}</header>\n`
}
