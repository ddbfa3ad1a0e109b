import { NO_FILE, type IngestContext, type Ingester } from './ingester.js'
import { OEMBED_PROVIDERS, type OembedProvider } from './oembed-providers.js'
import { preview } from './preview.js'
import { DESCRIPTION_MAX_BYTES, fetchDocument, sourceError, type JsonObject } from './source-document.js'

/** Values that are false in PHP. */
const NO: readonly unknown[] = [undefined, null, false, 0, '', '0']

/**
 * A page of an allowed provider, embedded by its oEmbed description (docs/contract/files.md §6, oembed).
 * @param providers allowed providers; default: the reference's.
 */
export function createOembed (providers: readonly OembedProvider[] = OEMBED_PROVIDERS): Ingester {
  const describe = async (page: string, fetch: IngestContext['fetch']): Promise<JsonObject> => {
    const provider = providers.find(({ pattern }) => pattern.test(page))
    if (provider === undefined) throw sourceError(`oEmbed: URL is not allowed ${page}`)
    const request = `${provider.endpoint}?${new URLSearchParams({ format: 'json', url: page }).toString()}`
    return await fetchDocument(request, fetch, {
      unreachable: (message) => `oEmbed: URL is unreadable at ${request}: ${message}`,
      status: (reason, status) => `oEmbed: URL is unreadable at ${request}: ${reason} (${status})`,
      undecodable: `oEmbed: response cannot be decoded to JSON ${request}`
    }, { maxBytes: DESCRIPTION_MAX_BYTES })
  }
  return {
    name: 'oembed',
    renderer: 'oembed',

    async ingest (media, context) {
      const page = media['o:source']
      if (page === undefined || page === null) throw sourceError('No OEmbed URL specified')
      if (typeof page !== 'string') throw sourceError('oEmbed: URL must be text')
      const data = await describe(page, context.fetch)
      return { ...NO_FILE, ...await preview(data.thumbnail_url, context), source: page, data }
    },

    async update (media, current, { fetch }) {
      if (NO.includes(media.refresh_oembed) || current.source === null) return null
      return { data: await describe(current.source, fetch) }
    }
  }
}
