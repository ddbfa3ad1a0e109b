import { and, eq } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { isVisible } from '../../../db/query/statements/viewer.js'
import { media, resource } from '../../../db/tables/index.js'
import { checkEntity } from '../../access/access.js'
import type { Payload, Upload, AfterCommit } from '../../core/calls/call.js'
import { ErrorCollector, ValidationError, NotFoundError } from '../../core/calls/errors.js'
import { isNumeric, optionalText, referencedId, toInteger } from '../../core/calls/given.js'
import type { IngestedMedia } from '../../files/file-services.js'
import type { WriteContext } from '../definition/read-context.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { deleteResources } from '../shared/writing/delete-resources.js'
import { Fields } from '../shared/writing/fields.js'
import { asStored } from '../shared/writing/free-json.js'
import { findRow, settleFixed, TARGETS } from '../shared/writing/references.js'
import type { MediaColumns } from '../shared/writing/resource-rows.js'
import { insertResource, newResource, updateResource } from '../shared/writing/write.js'

const NO_ITEM = 'Media must belong to an item.'

/** A media whose file is already stored, but not yet its row. */
export interface PreparedMedia { ingester: string, renderer: string, ingested: IngestedMedia }

/**
 * Ingests the file or document that the payload of a new media refers to (docs/contract/resources.md §12).
 *
 * @throws ValidationError
 */
export async function prepareMedia (
  { files, call }: Pick<WriteContext, 'files' | 'call'>,
  payload: Payload,
  used: Set<Upload>
): Promise<PreparedMedia> {
  const ingester = payload['o:ingester']
  if (ingester === undefined || ingester === null || ingester === '' || ingester === false) {
    throw ValidationError.of('o:ingester', 'Media must set an ingester.')
  }
  const renderer = typeof ingester === 'string' ? files.rendererOf(ingester) : undefined
  if (renderer === undefined) throw ValidationError.of('o:ingester', 'Media must set a valid ingester.')
  return {
    ingester: ingester as string,
    renderer,
    ingested: await files.ingest(ingester as string, payload, call, used)
  }
}

export function newMediaColumns (
  itemId: number,
  payload: Payload,
  { ingester, renderer, ingested }: PreparedMedia,
  position: number | null
): MediaColumns {
  const { source = optionalText(payload['o:source']), data = payload.data ?? null, ...file } = ingested
  return {
    itemId,
    ingester,
    renderer,
    source,
    data: asStored(data),
    ...file,
    position: toInteger(payload.position) ?? position,
    lang: optionalText(payload['o:lang']),
    altText: optionalText(payload['o:alt_text'])
  }
}

interface Prepared {
  /** Set for a creation: the ingested media, or why it is refused. */
  media?: PreparedMedia | ValidationError
  /** Set for an update. */
  itemId?: number
  /** Set for an update: the new data of the ingester; undefined: unchanged. */
  data?: unknown
}

/** Media that are written through their own URLs, not through their item (docs/contract/resources.md §12). */
export const mediaWriter: ResourceWriter<Prepared> = {
  async prepare (context, payload, id) {
    if (id !== undefined) {
      const [stored] = await context.database.select({
        itemId: media.itemId,
        ingester: media.ingester,
        source: media.source,
        data: media.data
      }).from(media).where(eq(media.id, id))
      if (stored === undefined) return { prepared: {} }
      return { prepared: { itemId: stored.itemId, data: await context.files.updateData(stored, payload) } }
    }
    refuseUnknownIngester(context, payload)
    await itemOf(context, payload)
    const prepared = await prepareMedia(context, payload, new Set()).catch((error: unknown) => {
      // Refused by `create`, together with what it finds.
      if (error instanceof ValidationError) return error
      throw error
    })
    if (prepared instanceof ValidationError) return { prepared: { media: prepared } }
    return {
      prepared: { media: prepared },
      keep: async () => await context.files.keep(prepared.ingested),
      discard: async () => await context.files.discardMedia(prepared.ingested)
    }
  },

  async create (context, payload, { media: prepared }) {
    const errors = new ErrorCollector()
    if (prepared instanceof ValidationError) errors.addError(prepared)
    const item = await itemOf(context, payload)
    if (item === undefined) errors.add('o:item', NO_ITEM)
    const resource = await newResource(context, 'media', payload, item?.ownerId, errors)
    errors.throwIfAny()
    const columns = newMediaColumns(item!.id, payload, prepared as PreparedMedia, null)
    return await insertResource(context, { ...resource, media: columns })
  },

  async update (context, id, payload, call, { itemId, data }) {
    if (itemId !== undefined) settleFixed(payload, 'o:item', itemId, call)
    await updateResource(context, id, payload, call)
    const position = toInteger(payload.position)
    const fields = new Fields(payload, call)
    const changes = {
      ...(fields.isGiven('o:lang') && { lang: optionalText(payload['o:lang']) }),
      ...(fields.isGiven('o:alt_text') && { altText: optionalText(payload['o:alt_text']) }),
      ...(position !== undefined && { position }),
      ...(data !== undefined && { data: asStored(data) })
    }
    if (Object.keys(changes).length > 0) await context.database.update(media).set(changes).where(eq(media.id, id))
    return {}
  },

  delete: async (context, id) => ({ afterCommit: await deleteMedia(context, [id]) })
}

/** Deletes media. @returns a function that deletes their files, to be called after the commit. */
export async function deleteMedia (context: WriteContext, ids: readonly number[]): Promise<AfterCommit | undefined> {
  if (ids.length === 0) return undefined
  const rows = await context.database.select().from(media).where(isOneOf(media.id, ids))
  await deleteResources(context.database, ids)
  return await context.files.removalOfMedia(rows)
}

/**
 * The item of a new media; undefined if the payload names none.
 *
 * @throws NotFoundError; PermissionError if the actor may not update it.
 */
async function itemOf (
  context: WriteContext, payload: Payload
): Promise<{ id: number, ownerId: number | null } | undefined> {
  const given = referencedId(payload['o:item'])
  if (!isNumeric(given)) return undefined
  const id = await findRow(context, TARGETS.item, given)
  const [row] = await context.database.select({
    id: resource.id,
    ownerId: resource.ownerId,
    isPublic: resource.isPublic
  }).from(resource)
    .where(and(eq(resource.id, id), isVisible(resource, context.viewer)))
  if (row === undefined) throw NotFoundError.entity('Item', given)
  checkEntity(context.actor, 'update', context.types.ofKind('item'), row)
  return row
}

/**
 * Imitates the reference application, which reads `o:item` only after the ingester, so that its error about an unknown
 * ingester also says that the item is missing.
 */
function refuseUnknownIngester ({ files }: WriteContext, { 'o:ingester': ingester }: Payload): void {
  if (typeof ingester === 'string' && ingester !== '' && files.rendererOf(ingester) === undefined) {
    throw new ValidationError({ 'o:ingester': ['Media must set a valid ingester.'], 'o:item': [NO_ITEM] })
  }
  if (ingester === undefined || ingester === null || ingester === '') {
    throw ValidationError.of('o:ingester', 'Media must set an ingester.')
  }
}
