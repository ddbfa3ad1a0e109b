import type { Payload } from '../../../core/calls/call.js'
import { ValidationError } from '../../../core/calls/errors.js'
import { toFlag } from '../../../core/text/numbers.js'
import type { WriteContext } from '../../definition/read-context.js'
import { blockData, refuseTooMany, type Embedded } from './page-blocks.js'
import { isObject } from '../../../core/calls/payload.js'

/**
 * Fetches the embed data of every `oembed` block whose URL is new, or that has `refresh` set
 * (docs/contract/admin-resources.md §7, core layouts).
 *
 * @throws ValidationError under `oembed-url` if a provider is not allowed or does not respond.
 */
export async function embedBlocks ({ files }: WriteContext, { 'o:block': blocks }: Payload): Promise<Embedded> {
  const embedded = new Map<object, unknown>()
  const elements = isObject(blocks) ? Object.values(blocks) : []
  refuseTooMany(elements.length)
  for (const block of elements) {
    if (!isObject(block) || block['o:layout'] !== 'oembed') continue
    const { url, url_old: formerUrl = url, oembed, refresh } = blockData(block['o:data']) ?? {}
    if (typeof url !== 'string' || url === '' || (isObject(oembed) && url === formerUrl && !toFlag(refresh))) continue
    embedded.set(block, await files.updateData(
      { ingester: 'oembed', source: url, data: null },
      { refresh_oembed: true }
    ).catch((error: unknown) => {
      throw error instanceof ValidationError
        ? new ValidationError({ 'oembed-url': Object.values(error.errors).flat() })
        : error
    }))
  }
  return embedded
}
