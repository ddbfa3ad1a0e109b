import type { IngestedMedia } from '../../files/file-services.js'
import type { Payload, Upload } from '../../core/calls/call.js'
import { ValidationError } from '../../core/calls/errors.js'
import { toInteger } from '../../core/text/numbers.js'
import { optionalText } from '../../values/text.js'
import type { WriteContext } from '../definition/read-context.js'
import { asStored } from '../shared/writing/free-json.js'
import type { MediaColumns } from '../shared/writing/resource-rows.js'

export const NO_ITEM = 'Media must belong to an item.'

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

/** The columns of a new media. */
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
