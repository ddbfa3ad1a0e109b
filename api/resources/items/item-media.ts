import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/query/statements/prepared.js'
import { ordered } from '../../../db/query/conditions/order.js'
import { ANONYMOUS_VIEWER, isMediaVisible, isVisible } from '../../../db/query/statements/viewer.js'
import type { Database } from '../../../db/query/statements/database.js'
import { item, media, resource } from '../../../db/tables/index.js'
import { checkType } from '../../access/access.js'
import type { Payload, Upload, AfterCommit, Preparation } from '../../core/calls/call.js'
import { NotFoundError, ValidationError, type ErrorCollector, type ErrorStore } from '../../core/calls/errors.js'
import type { IngestedMedia } from '../../files/file-services.js'
import { isNumeric, isObject, toFlag } from '../../core/calls/given.js'
import type { Consequences } from '../definition/resource-type.js'
import type { WriteContext } from '../definition/read-context.js'
import { deleteMedia, newMediaColumns, prepareMedia, type PreparedMedia } from '../media/write.js'
import { entityOf } from '../shared/definition.js'
import { insertResource, newResource } from '../shared/writing/write.js'
import { Turns } from '../../core/sequence/turns.js'

const KEY = 'o:media'

/** Maximum number of media that one request may add to an item, equal to the number of files in a form. */
const MAX_NEW = 1000

/** Maximum number of reported failures: one mistake may be repeated in every member of a long list. */
const MAX_FAILURES = 100

/** A member of `o:media`: an existing media, a new one, or one that is refused (docs/contract/resources.md §11). */
type Member = { payload: Payload, position: number } &
  ({ keep: unknown } | { make: PreparedMedia } | { refused: ErrorStore })

export type PreparedMembers = Member[]

/**
 * Ingests the new members of `o:media`, before the transaction. Up to MAX_FAILURES members that fail are among the
 * result, because `saveMembers` reports them with errors that only the transaction finds.
 */
export async function prepareMembers (context: WriteContext, payload: Payload): Promise<Preparation<PreparedMembers>> {
  const members: Member[] = []
  const used = new Set<Upload>()
  const turns = new Turns()
  let failures = 0
  const refuse = (payload: Payload, position: number, refused: ErrorStore): void => {
    members.push({ payload, position, refused })
    failures++
  }
  const made = (): IngestedMedia[] => members.flatMap((member) => 'make' in member ? [member.make.ingested] : [])
  const keep = async (): Promise<void> => {
    for (const ingested of made()) await context.files.keep(ingested)
  }
  const discard = async (): Promise<void> => {
    for (const ingested of made()) await context.files.discardMedia(ingested)
  }
  for (const { payload: member, position } of givenMembers(payload['o:media'])) {
    if (!isObject(member)) {
      refuse({}, position, { 'o:media': ['Media must be objects.'] })
    } else if (isPresent(member)) {
      members.push({ keep: member['o:id'], payload: member, position })
    } else {
      await turns.next()
      await takeIn(context, member, used)
        .then((make) => members.push({ make, payload: member, position }), async (error: unknown) => {
          if (error instanceof ValidationError) return refuse(member, position, error.errors as ErrorStore)
          await discard()
          throw error
        })
    }
    if (failures >= MAX_FAILURES) break
  }
  return { prepared: members, keep, discard }
}

/**
 * The members of `o:media` with their positions. If several refer to one media, only the last counts, as if each
 * overwrote the one before.
 *
 * @throws ValidationError if there are too many new members.
 */
function givenMembers (given: unknown): Array<{ payload: unknown, position: number }> {
  const members = isObject(given) ? Object.values(given) : []
  const lastOf = new Map<unknown, number>()
  let added = 0
  for (const [at, member] of members.entries()) {
    if (isObject(member) && isPresent(member)) lastOf.set(idKey(member['o:id']), at)
    else added++
  }
  if (added > MAX_NEW) {
    throw ValidationError.of('o:media', `An item may be given ${MAX_NEW} new media at once, there are ${added}.`)
  }
  return members.flatMap((payload, at) => {
    const isRepeated = isObject(payload) && isPresent(payload) && lastOf.get(idKey(payload['o:id'])) !== at
    return isRepeated ? [] : [{ payload, position: at + 1 }]
  })
}

function isPresent (member: Record<string, unknown>): boolean {
  return member['o:id'] !== undefined && member['o:id'] !== null
}

/** `5` and `"5"` identify one media. */
function idKey (id: unknown): unknown {
  return isNumeric(id) ? Number(id) : id
}

async function takeIn (context: WriteContext, payload: Payload, used: Set<Upload>): Promise<PreparedMedia> {
  checkType(context.actor, 'create', context.types.ofKind('media'))
  return await prepareMedia(context, payload, used)
}

/**
 * Replaces the media of an item by the list, in its order; visible media that are not in it are deleted. As in the
 * reference application, the response still shows the previous order, with new media last, and no other primary media
 * in place of one that was chosen and is deleted.
 */
export async function replaceMembers (
  context: WriteContext, itemId: number, members: PreparedMembers, refusals: ErrorCollector
): Promise<Consequences> {
  const before = await visibleMedia(context, itemId)
  const saved = await saveMembers(context, itemId, members, refusals)
  if (refusals.has(KEY)) return {}
  const gone = before.filter((id) => !saved.has(id))
  const chosen = gone.length === 0 ? null : await chosenPrimary(context.database, itemId)
  const afterCommit = await deleteMembers(context, gone)
  // Without a new order, later reads show the former one, too.
  const isSame = members.every((member, at) => 'keep' in member && Number(member.keep) === before[at])
  const answer = {
    ...(!isSame && { mediaOrder: new Map([[itemId, before]]) }),
    ...(chosen !== null && gone.includes(chosen) && { withoutPrimary: itemId })
  }
  return { afterCommit, answer }
}

const itemRow = prepared((database) => database.select({ primaryMediaId: item.primaryMediaId }).from(item)
  .where(eq(item.id, sql.placeholder('id'))).prepare())

/** The media that was chosen to stand for an item; null: its first one does. */
export async function chosenPrimary (database: Database, itemId: number): Promise<number | null> {
  return (await itemRow(database, ANONYMOUS_VIEWER).get({ id: itemId }))?.primaryMediaId ?? null
}

/** Deletes media of an item. With an API key, its scope must include media. */
export async function deleteMembers (context: WriteContext, ids: readonly number[]): Promise<AfterCommit | undefined> {
  if (ids.length > 0) checkType(context.actor, 'delete', context.types.ofKind('media'))
  return await deleteMedia(context, ids)
}

async function visibleMedia ({ database, viewer }: WriteContext, itemId: number): Promise<number[]> {
  const rows = await mediaOf(database, viewer).all({ id: itemId, viewer: viewer.id })
  return rows.map((row) => row.id)
}

const mediaOf = prepared((database, viewer) => database.select({ id: media.id }).from(media)
  .innerJoin(resource, eq(resource.id, media.id))
  .where(and(eq(media.itemId, sql.placeholder('id')), isVisible(resource, viewer)))
  .orderBy(ordered(media.position, 'asc'), media.id).prepare())

/**
 * Creates the new members of an item's `o:media`, which get its owner, and updates the positions of the others.
 *
 * @param refusals collects the members that are refused, in a list under `o:media`. @returns the ids of the others.
 */
export async function saveMembers (
  context: WriteContext, itemId: number, members: PreparedMembers, refusals: ErrorCollector
): Promise<Set<number>> {
  const saved = new Set<number>()
  const errors: ErrorStore[] = []
  const turns = new Turns()
  const { ownerId = null } = members.some((member) => 'make' in member) ? await entityOf(context, itemId) : {}
  for (const member of members) {
    const { position } = member
    await turns.next()
    if ('keep' in member) saved.add(await keep(context, itemId, member.keep, member.payload, position))
    else if ('refused' in member) errors.push(member.refused)
    else {
      await createMember(context, itemId, ownerId, member.make, member.payload, position)
        .then((id) => saved.add(id), (error: unknown) => {
          if (!(error instanceof ValidationError)) throw error
          errors.push(error.errors as ErrorStore)
        })
    }
    if (errors.length >= MAX_FAILURES) break
  }
  if (errors.length > 0) refusals.add(KEY, errors)
  return saved
}

/**
 * Sets the position of a media in the item, and its visibility if the payload contains it. A media of another item is
 * not changed. The position belongs to the item; to change the visibility, the scope of an API key must include media.
 */
async function keep (
  context: WriteContext,
  itemId: number,
  given: unknown,
  payload: Payload,
  position: number
): Promise<number> {
  const [found] = isNumeric(given)
    ? await context.database
      .select({ id: media.id, itemId: media.itemId, position: media.position, isPublic: resource.isPublic })
      .from(media).innerJoin(resource, eq(resource.id, media.id))
      .where(and(eq(media.id, Number(given)), isMediaVisible(context.viewer)))
    : []
  if (found === undefined) throw NotFoundError.entity('Media', given)
  if (found.itemId !== itemId) return found.id
  const { id } = found
  if (found.position !== position) await context.database.update(media).set({ position }).where(eq(media.id, id))
  const isPublic = toFlag(payload['o:is_public'] ?? found.isPublic)
  if (isPublic === found.isPublic) return id
  checkType(context.actor, 'update', context.types.ofKind('media'))
  await context.database.update(resource).set({ isPublic }).where(eq(resource.id, id))
  return id
}

async function createMember (
  context: WriteContext, itemId: number, ownerId: number | null, made: PreparedMedia, payload: Payload,
  position: number
): Promise<number> {
  const resource = await newResource(context, 'media', payload, ownerId)
  return await insertResource(context, { ...resource, media: newMediaColumns(itemId, payload, made, position) })
}
