import { and, eq } from 'drizzle-orm'
import { ordered } from '../../../db/search/order.js'
import { isVisible } from '../../../db/search/viewer.js'
import { media, resource } from '../../../db/tables/index.js'
import { checkType } from '../../access/access.js'
import type { Payload, Upload } from '../../call.js'
import { ErrorCollector, NotFoundError, ValidationError, type ErrorStore } from '../../errors.js'
import type { IngestedMedia } from '../../files/file-services.js'
import { isNumeric, toFlag } from '../../numbers.js'
import type { Consequences } from '../../resource-type.js'
import type { Preparation } from '../../preparation.js'
import type { WriteContext } from '../../write-context.js'
import { deleteMedia } from '../media/write.js'
import { newMediaColumns, prepareMedia, type PreparedMedia } from '../media/media-columns.js'
import { isObject } from '../../payload.js'
import { createResource } from '../shared/write.js'

/** A member of `o:media`: one that is there and is kept, or a new one (contract/resources.md §11). */
type Member = { keep: unknown, payload: Payload } | { make: PreparedMedia, payload: Payload }

export type PreparedMembers = Member[]

/**
 * Takes in the files of the new members of `o:media`. Every member that fails is reported, in a list under `o:media`.
 *
 * @throws ValidationError
 */
export async function prepareMembers (context: WriteContext, payload: Payload): Promise<Preparation<PreparedMembers>> {
  const members: Member[] = []
  const used = new Set<Upload>()
  const failures: ErrorStore[] = []
  const made = (): IngestedMedia[] => members.flatMap((member) => 'make' in member ? [member.make.ingested] : [])
  const keep = async (): Promise<void> => { for (const ingested of made()) await context.files.keep(ingested) }
  const discard = async (): Promise<void> => { for (const ingested of made()) await context.files.discardMedia(ingested) }
  for (const member of isObject(payload['o:media']) ? Object.values(payload['o:media']) : []) {
    if (!isObject(member)) {
      failures.push({ 'o:media': ['Media must be objects.'] })
    } else if (member['o:id'] !== undefined && member['o:id'] !== null) {
      members.push({ keep: member['o:id'], payload: member })
    } else {
      await takeIn(context, member, used).then((make) => members.push({ make, payload: member }), async (error: unknown) => {
        if (error instanceof ValidationError) return failures.push(error.errors as ErrorStore)
        await discard()
        throw error
      })
    }
  }
  if (failures.length > 0) {
    await discard()
    throw new ValidationError({ 'o:media': failures })
  }
  return { prepared: members, keep, discard }
}

async function takeIn (context: WriteContext, payload: Payload, used: Set<Upload>): Promise<PreparedMedia> {
  checkType(context.actor, 'create', { name: 'media', entity: 'Media' })
  return await prepareMedia(context, payload, used)
}

/**
 * Makes an item's media those of the list, in its order; visible ones that it leaves out are deleted. The answer still
 * shows the order there was, as the reference's does, new ones last.
 */
export async function replaceMembers (context: WriteContext, itemId: number, ownerId: number | null, members: PreparedMembers): Promise<Consequences> {
  const before = await visibleMedia(context, itemId)
  const kept = await saveMembers(context, itemId, ownerId, members)
  return { afterCommit: await deleteMedia(context, before.filter((id) => !kept.has(id))), answer: { mediaOrder: new Map([[itemId, before]]) } }
}

async function visibleMedia ({ database, viewer }: WriteContext, itemId: number): Promise<number[]> {
  const rows = await database.select({ id: media.id }).from(media).innerJoin(resource, eq(resource.id, media.id))
    .where(and(eq(media.itemId, itemId), isVisible(resource, viewer))).orderBy(ordered(media.position, 'asc'), media.id)
  return rows.map((row) => row.id)
}

/** Makes the new members of an item's `o:media` and gives those that are there their places. @returns their ids. */
export async function saveMembers (context: WriteContext, itemId: number, ownerId: number | null, members: PreparedMembers): Promise<Set<number>> {
  const kept = new Set<number>()
  const errors: ErrorStore[] = []
  for (const [at, member] of members.entries()) {
    const position = at + 1
    if ('keep' in member) kept.add(await keep(context, itemId, member.keep, member.payload, position))
    else {
      await createMember(context, itemId, ownerId, member.make, member.payload, position).then((id) => kept.add(id), (error: unknown) => {
        if (!(error instanceof ValidationError)) throw error
        errors.push(error.errors as ErrorStore)
      })
    }
  }
  const collector = new ErrorCollector()
  if (errors.length > 0) collector.add('o:media', errors)
  collector.throwIfAny()
  return kept
}

/** Gives a media its place in the item, and its visibility when the payload says so. A media of another item is left alone. */
async function keep (context: WriteContext, itemId: number, given: unknown, payload: Payload, position: number): Promise<number> {
  const [found] = isNumeric(given)
    ? await context.database.select({ id: media.id, itemId: media.itemId }).from(media).innerJoin(resource, eq(resource.id, media.id))
      .where(and(eq(media.id, Number(given)), isVisible(resource, context.viewer)))
    : []
  if (found === undefined) throw NotFoundError.entity('Media', given)
  if (found.itemId !== itemId) return found.id
  await context.database.update(media).set({ position }).where(eq(media.id, found.id))
  const isPublic = payload['o:is_public']
  if (isPublic !== undefined && isPublic !== null) await context.database.update(resource).set({ isPublic: toFlag(isPublic) }).where(eq(resource.id, found.id))
  return found.id
}

async function createMember (context: WriteContext, itemId: number, ownerId: number | null, made: PreparedMedia, payload: Payload, position: number): Promise<number> {
  const id = await createResource(context, 'media', payload, ownerId)
  await context.database.insert(media).values(newMediaColumns(id, itemId, payload, made, position))
  return id
}
