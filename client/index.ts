import createFetchClient, { type Client as FetchClient, type ClientOptions } from 'openapi-fetch'
import type { components, paths } from './openapi.js'
import type { Readable } from 'openapi-typescript-helpers'
import { bodyOf } from './body.js'
import { queryOf } from './query.js'

export type { components, paths }

/** A schema of the document by its name, such as `Schema<'Item'>` or `Schema<'ItemInput'>`, as answers have it. */
export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>

/** The body of every error response. */
export type ApiErrors = Schema<'ErrorBody'>

/** Methods `GET`, `POST`, `PUT`, `PATCH` and `DELETE`, each typed by the address that it is called with. */
export type Client = FetchClient<paths, 'application/ld+json'>

export interface VitrineClientOptions extends Omit<ClientOptions, 'baseUrl' | 'querySerializer' | 'bodySerializer'> {
  /** Address of the installation, without `/api`: `https://example.org/collection`. */
  baseUrl: string
  /** An API key; without one only what is public can be read. */
  key?: { identity: string, credential: string }
}

/**
 * A client of Vitrine's API. Its methods never throw for what the server refuses: they give `data` or `error`, and the
 * `response`. A body that holds a Blob is sent as a form, a list as a JSON Patch, a text as lines of JSON, and anything
 * else as JSON.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://example.org', key: { identity, credential } })
 * const { data, error, response } = await client.GET('/api/items', {
 *   params: { query: { property: [{ property: 'dcterms:creator', type: 'eq', text: 'Ada Marsh' }], per_page: 10 } }
 * })
 * ```
 */
export function createClient ({ key, headers, ...options }: VitrineClientOptions): Client {
  return createFetchClient<paths, 'application/ld+json'>({
    ...options,
    headers: {
      // `bodyOf` sets the media type.
      'Content-Type': null,
      ...(key !== undefined && { Authorization: `Bearer ${key.identity}.${key.credential}` }),
      ...headers
    },
    querySerializer: queryOf,
    bodySerializer: bodyOf
  })
}
