import { Media, MediaInput } from '../../../../schemas/resources/media.js'
import { parseWebAddress } from '../../../../files/remote/parse-address.js'
import { namelessHint } from '../../../core/answers/addresses.js'
import { isJsonObject, isObject } from '../../../core/calls/given.js'
import type { Payload } from '../../../core/calls/call.js'
import { keysIn, type Keys } from '../../../core/calls/unknown-keys.js'
import type { Json } from '../../pipeline/lines.js'
import { suggestion } from '../../pipeline/problems.js'
import { missingRequired } from '../../../values/value-rows.js'
import type { ImportContext } from '../write/context.js'
import { describe, typesOf } from './described.js'
import { PROBLEMS_MAX } from './references.js'
import type { RecordMedia } from './record.js'

/** The maximum per record; REST has the same. */
const MEDIA_MAX_PER_RECORD = 1000

/** Required keys of the built-in ingesters: a text under one of these. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  upload: ['file'],
  url: ['ingest_url'],
  html: ['html', 'data'],
  iiif: ['o:source'],
  iiif_presentation: ['o:source'],
  oembed: ['o:source'],
  youtube: ['o:source']
}

/** Accepted keys of media, including keys of the built-in ingesters. */
const MEDIA_KEYS: Keys = keysIn(
  Media, MediaInput, { properties: { file: {}, store_original: {}, start: {}, end: {} } }
)

const TYPES = { 'o:Media': 'media' } as const

/** The new media of a record (`o:media`). Media given only by an id are left out with a warning. */
export function mediaOf (given: unknown, context: ImportContext, errors: string[], warnings: string[]): RecordMedia[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) {
    errors.push('o:media: expected a list of media')
    return []
  }
  if (given.length > MEDIA_MAX_PER_RECORD) {
    errors.push(`o:media: a record may have ${MEDIA_MAX_PER_RECORD} media, there are ${given.length}`)
    return []
  }
  const media: RecordMedia[] = []
  let named = 0
  for (const member of given as unknown[]) {
    if (errors.length >= PROBLEMS_MAX) break
    if (!isJsonObject(member)) errors.push('o:media: expected a list of objects')
    else if (member['o:ingester'] === undefined && member['o:id'] !== undefined) named++
    else {
      const found: string[] = []
      media.push(readMedia(member, context, found, warnings))
      // The whole list may have the same error.
      for (const message of found.slice(0, 10)) errors.push(`o:media: ${message}`)
    }
  }
  if (named > 0) warnings.push('o:media: media given only by their ids are not imported')
  return media
}

function readMedia (member: Json, context: ImportContext, errors: string[], warnings: string[]): RecordMedia {
  const { services: { files: { ingesters } }, localFiles, terms } = context
  const ingester = member['o:ingester']
  if (typeof ingester !== 'string' || !ingesters.includes(ingester)) {
    errors.push(`"o:ingester" must be one of ${ingesters.join(', ')}` +
      (typeof ingester === 'string' ? suggestion(ingester, ingesters) : ''))
  } else checkSource(ingester, member, localFiles !== null, errors)
  // Ingesters of applications define their own keys.
  const keys = typeof ingester === 'string' && Object.hasOwn(NEEDED, ingester)
    ? MEDIA_KEYS
    : new Set([...MEDIA_KEYS, ...Object.keys(member).filter((key) => !key.includes(':'))])
  const payload = payloadOf(member)
  const { classId } = typesOf(member, TYPES, context, errors)
  const file = ingester === 'upload' && typeof member.file === 'string' ? member.file : null
  const described = describe(member, classId, keys, context, errors, warnings)
  errors.push(...missingRequired(described.values.map(({ row }) => row), described.templateId, terms))
  return { ...described, payload, file }
}

function checkSource (ingester: string, member: Json, allowsFiles: boolean, errors: string[]): void {
  const needed = NEEDED[ingester]
  if (needed === undefined) return
  const given = needed.map((key) => member[key]).find((one) => one !== undefined && one !== null)
  if (given === undefined || given === '') errors.push(`the ingester ${ingester} needs "${needed[0]!}"`)
  else if (typeof given !== 'string' && needed.length === 1) errors.push(`"${needed[0]!}" must be a text`)
  else if (ingester === 'upload' && !allowsFiles) errors.push('local files cannot be imported here; use addresses')
  else if (ingester === 'url' && parseWebAddress(given as string) === undefined) {
    errors.push(`"ingest_url" must be an address with http or https: ${given as string}${namelessHint(given as string)}`)
  }
}

/** The object for the ingester: unchanged, but without links by label, which are valid only within the file. */
function payloadOf (member: Json): Payload {
  const isLink = (value: unknown): boolean =>
    isObject(value) && (typeof value.value_resource_id === 'string' || value.value_resource !== undefined)
  const entries = Object.entries(member).filter(([key]) => key !== 'file').map(([key, value]) =>
    [key, Array.isArray(value) ? value.filter((one) => !isLink(one)) : value] as const)
  return Object.fromEntries(entries)
}
