import { FormatRegistry, Type } from '@sinclair/typebox'
import { DEFAULT_EXTENSIONS, DEFAULT_MEDIA_TYPES, ALLOWABLE_EXTENSION } from '../../../files/types/allowed-types.js'

const TIME_ZONE = 'time-zone'
FormatRegistry.Set(TIME_ZONE, isTimeZone)

/**
 * The settings that `vitrine setting set` stores in the database. Each is also a setting of the program, whose value
 * is the default. `reference` is the name in the reference (docs/contract/admin-resources.md §12.3), under which
 * earlier versions stored the value.
 */
export const COLLECTION_SCHEMAS = {
  title: Type.String({
    default: 'Vitrine',
    pattern: '\\S',
    maxLength: 200,
    expected: 'a text of 1 to 200 characters',
    reference: 'installation_title',
    description: 'Title of the collection: on its pages, in OAI-PMH, in IIIF manifests and in archives'
  }),
  language: Type.Union(
    ['auto', 'en', 'fr', 'de', 'es'].map((language) => Type.Literal(language)),
    {
      default: 'auto',
      reference: 'locale',
      description: 'Language of the pages (`en`, `fr`, `de`, `es`); `auto`: what the browser prefers'
    }
  ),
  timeZone: Type.String({
    default: 'UTC',
    format: TIME_ZONE,
    expected: 'the name of a time zone, such as Europe/Paris',
    reference: 'time_zone',
    description: 'Time zone of the dates on pages (`Europe/Paris`); the API always answers in UTC'
  }),
  pageSize: Type.Integer({
    default: 25,
    minimum: 1,
    maximum: 1000,
    reference: 'pagination_per_page',
    description: 'Rows per page when a request has no `per_page`'
  }),
  mediaTypes: Type.Array(
    Type.String({ pattern: '^[^\\s/]+/[^\\s/]+$', expected: 'a media type, such as audio/flac' }),
    {
      default: [...DEFAULT_MEDIA_TYPES],
      defaultText: `${DEFAULT_MEDIA_TYPES.length} types`,
      reference: 'media_type_whitelist',
      description: 'Media types that files of media may have; `vitrine setting get mediaTypes` lists them'
    }
  ),
  fileExtensions: Type.Array(
    Type.String({ pattern: ALLOWABLE_EXTENSION.source, expected: 'an ending in small letters without a dot, such as flac' }),
    {
      default: [...DEFAULT_EXTENSIONS],
      defaultText: `${DEFAULT_EXTENSIONS.length} endings`,
      reference: 'extension_whitelist',
      description: 'Endings that the names of these files may have; `vitrine setting get fileExtensions` lists them'
    }
  ),
  acceptAnyFile: Type.Boolean({
    default: false,
    reference: 'disable_file_validation',
    description: 'Let media have files of every type and ending'
  }),
  disclosePrivate: Type.Boolean({
    default: false,
    reference: 'discloses_private',
    description: 'Disclose the same details of private resources to everyone as Omeka S does'
  }),
  omitReverse: Type.Boolean({
    default: false,
    reference: 'disable_jsonld_reverse',
    description: 'Leave `@reverse`, the links to a resource, out of its representation'
  })
}

function isTimeZone (name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
