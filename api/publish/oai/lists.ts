import { UNTITLED } from '../../files/pictures.js'
import { utcDate } from '../../core/answers/dates.js'
import { xml, Xml } from '../../core/answers/xml.js'
import { decryptToken, encryptToken } from '../../core/text/token.js'
import { selectionOf, OaiError, type Selection, type Verb } from './arguments.js'
import { simpleDublinCore } from './formats/dublin-core.js'
import { setSpec } from './headers.js'
import { describePublic, formatOf, writeHeaders, writeRecords } from './records.js'
import type { OaiRequest } from './request.js'
import { and, asc, gt } from 'drizzle-orm'
import { readLogState } from '../../../db/query/statements/resource-change-feed.js'
import { ANONYMOUS_VIEWER, isVisibleItemSet } from '../../../db/query/statements/viewer.js'
import { resource } from '../../../db/tables/index.js'
import type { Database } from '../../../db/query/statements/database.js'

const ENTRIES_PER_RESPONSE = { ListRecords: 100, ListIdentifiers: 500, ListSets: 100 }

/** Less than any position and any id. */
const BEFORE_FIRST = -1

/** Tokens expire after this time. */
const TOKEN_LIFETIME_SECONDS = 24 * 60 * 60

/** The state of a list request after its first part. */
interface Resumption {
  verb: Verb
  prefix: string
  selection: Selection
  /** Epoch of the log that `after` refers to. */
  epoch: string
  /** The next part begins after this position of the log, or after this item set id. */
  after: number
  /** Number of entries in the previous parts. */
  cursor: number
  /** Length of the whole list, if it was counted. */
  size: number | undefined
  /** Seconds since 1970. */
  expires: number
}

/** Records, or their headers, that changed in a period (OAI-PMH 2.0, 4.3 and 4.5). @throws OaiError. */
export async function listRecords (request: OaiRequest): Promise<Xml> {
  const { args, context, headers } = request
  const verb = args.verb as 'ListRecords' | 'ListIdentifiers'
  const { epoch } = await readLogState(context.database)
  const state = resumed(request, epoch) ?? beginning(request, epoch)
  const format = formatOf(state.prefix)
  if (state.cursor === 0) state.size = await headers.count(state.selection)
  for (;;) {
    // One more, to find out whether another part follows.
    const found = await headers.list(state.selection, state.after, ENTRIES_PER_RESPONSE[verb] + 1)
    if (found.length === 0) throw new OaiError({ code: 'noRecordsMatch', message: 'There are no such records.' })
    const here = found.slice(0, ENTRIES_PER_RESPONSE[verb])
    const { records, done } = verb === 'ListRecords'
      ? await writeRecords(here, format, request)
      : { records: await writeHeaders(here, request), done: here.length }
    const { position } = here[done - 1]!
    if (records.length > 0) return listXml(verb, records, request, state, done < found.length ? position : undefined)
    // All records of this part have been hidden meanwhile.
    state.after = position
  }
}

/** The public item sets (OAI-PMH 2.0, 4.6). @throws OaiError. */
export async function listSets (request: OaiRequest): Promise<Xml> {
  const { context } = request
  const state = resumed(request, '') ?? beginning(request, '')
  const found = await setsAfter(context.database, state.after, ENTRIES_PER_RESPONSE.ListSets + 1)
  const here = found.slice(0, ENTRIES_PER_RESPONSE.ListSets)
  // Cached: there are few, and finding the picture of a large set takes long.
  const sets = await describePublic('item_sets', here, context, request)
  if (sets.length === 0) {
    if (state.cursor > 0) throw badToken('No item sets are left to be listed.')
    throw new OaiError({ code: 'noSetHierarchy', message: 'There are no item sets.' })
  }
  const written = sets.map((set) => xml`<set><setSpec>${setSpec(set.id)}</setSpec>
<setName>${set.title ?? UNTITLED}</setName>
<setDescription>${simpleDublinCore(set)}</setDescription></set>\n`)
  return listXml('ListSets', written, request, state, found.length === here.length ? undefined : here.at(-1)!)
}

function beginning ({ args, now }: OaiRequest, epoch: string): Resumption {
  const { verb, metadataPrefix: prefix = '' } = args
  const expires = now + TOKEN_LIFETIME_SECONDS
  return { verb, prefix, selection: selectionOf(args), epoch, after: BEFORE_FIRST, cursor: 0, size: undefined, expires }
}

/**
 * The state of a list request from its token, which is the whole state, encrypted: so the server stores nothing between
 * two requests, a token can be used again, and tokens of other installations are refused.
 * @throws OaiError badResumptionToken for a token that was not issued for this verb, has expired, or was changed.
 */
function resumed ({ args, context, now }: OaiRequest, epoch: string): Resumption | undefined {
  const { verb, resumptionToken } = args
  if (resumptionToken === undefined) return undefined
  const text = decryptToken(resumptionToken, context.cursorSecret) ?? '[]'
  const [kind, state] = JSON.parse(text) as [kind: string, state: Resumption]
  if (kind !== 'oai' || state.verb !== verb) throw badToken(`${verb} has given no such resumptionToken.`)
  if (state.expires < now) throw badToken('The resumptionToken has expired.')
  if (state.epoch !== epoch) throw badToken('The resumptionToken belongs to an earlier state of the collection. Harvest from the beginning.')
  return { ...state, expires: now + TOKEN_LIFETIME_SECONDS }
}

function badToken (message: string): OaiError {
  return new OaiError({ code: 'badResumptionToken', message })
}

/** @param after where the next part begins; undefined for the last part. */
function listXml (
  verb: Verb, entries: readonly Xml[], { context }: OaiRequest, state: Resumption, after: number | undefined
): Xml {
  const { cursor, size, expires } = state
  const next = cursor + entries.length
  // A list that fits into one part needs no token; the last of several parts has an empty one.
  if (after === undefined && cursor === 0) return Xml.element(verb, {}, entries)
  // Records that change meanwhile are listed again, so the total may grow.
  const total = after === undefined ? next : Math.max(size ?? 0, next + 1)
  const shared = { completeListSize: size === undefined ? undefined : String(total), cursor: String(cursor) }
  const token = after === undefined
    ? Xml.element('resumptionToken', shared)
    : Xml.element('resumptionToken', { expirationDate: utcDate(expires), ...shared }, encryptToken(
      JSON.stringify(['oai', { ...state, after, cursor: next }]), context.cursorSecret
    ))
  return Xml.element(verb, {}, [...entries, token])
}

/** Up to `limit` ids of public item sets greater than an id. */
async function setsAfter (database: Database, id: number, limit: number): Promise<number[]> {
  const rows = await database.select({ id: resource.id }).from(resource)
    .where(and(isVisibleItemSet(ANONYMOUS_VIEWER), gt(resource.id, id)))
    .orderBy(asc(resource.id)).limit(limit)
  return rows.map((row) => row.id)
}
