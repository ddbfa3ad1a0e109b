import type { Terms } from '../../../../db/query/statements/terms.js'
import { contentType } from '../../../../files/types/mime-types.js'
import type { Media } from '../../../../schemas/resources/media.js'
import { sourceName } from '../../../../files/types/names.js'
import { isPlaceholder } from '../../../core/answers/addresses.js'
import { BASE } from '../../../core/answers/base.js'
import type { Extent } from '../../../../files/images/measure.js'
import { largest, scaled, type Limits, type Size } from '../image/geometry.js'
import { CONTEXTS } from '../image/info.js'
import { describeForViewers, pictureAt, type Described, type Picture } from './described.js'
import { inLanguage, type Labels, type LanguageMap } from './language-map.js'

/** Another form of a canvas's content, such as the file itself. */
interface Rendering { id: string, type: string, format: string, label: LanguageMap }

/** Audio or video. */
interface Recording { type: 'Sound' | 'Video', id: string, format: string }

/** A canvas: one view of an item. It shows one of its media, or a placeholder when the item has none. */
export interface CanvasFacts extends Pick<Described, 'label' | 'metadata' | 'thumbnail'> {
  /** The part of its URL after `canvas/`. */
  name: string
  /** Pixels. */
  size: Size
  /** Seconds. */
  duration: number | undefined
  /** Audio or video that is painted on the canvas; undefined for images. */
  recording: Recording | undefined
  /** The image that is painted, or that represents the audio or video. */
  picture: Picture
  /** Whether it shows only an image of the media itself. */
  isPicture: boolean
  renderings: Rendering[]
  /** URL of the web page of the media. */
  page: string | undefined
}

export interface CanvasSettings {
  limits: Limits
  /** Longer side of a medium thumbnail, in pixels. */
  thumbnailSide: number
  /** Whether media have web pages. */
  hasPages: boolean
}

/** Size of a placeholder, and of media without dimensions. */
const PLACEHOLDER_SIZE: Size = { width: 400, height: 400 }

/** Image formats that every viewer can display. */
const DISPLAYABLE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** IIIF types of resources by the first half of the media type. */
const TYPES: Record<string, string> = { image: 'Image', audio: 'Sound', video: 'Video', text: 'Text', model: 'Model' }

/** Renderers of media that only a page on another site displays. */
const EMBEDDING_RENDERERS: readonly string[] = ['youtube', 'oembed']

export function canvasOf (
  media: Media, extent: Extent, terms: Terms, labels: Labels, settings: CanvasSettings
): CanvasFacts {
  const { id, label: title, metadata, thumbnail } = describeForViewers(media, terms, labels)
  const name = (media['o:title'] ?? '') === '' ? sourceName(media['o:source']) : undefined
  const label = name === undefined ? title : inLanguage(name)
  const recording = recordingOf(media)
  const { picture, size } = pictureOf(media, extent, settings.limits)
  const page = settings.hasPages ? `${BASE}/media/${id}` : undefined
  return {
    name: String(id),
    label,
    metadata,
    thumbnail: thumbnail && { ...thumbnail, ...thumbnailFacts(media, thumbnail, picture, extent, settings) },
    size,
    duration: extent.duration ?? undefined,
    recording,
    picture,
    isPicture: recording === undefined && (media['o:media_type']?.startsWith('image/') === true || picture.service !== undefined),
    renderings: renderingsOf(media, label, page),
    page
  }
}

/** The canvas of an item without media. */
export function canvasWithout ({ label, thumbnail }: Described): CanvasFacts {
  return {
    name: 'none',
    label,
    metadata: [],
    thumbnail,
    size: PLACEHOLDER_SIZE,
    duration: undefined,
    recording: undefined,
    picture: thumbnail ?? { ...pictureAt(`${BASE}/application/asset/thumbnails/default.png`), ...PLACEHOLDER_SIZE },
    isPicture: false,
    renderings: [],
    page: undefined
  }
}

function recordingOf ({ 'o:media_type': type, 'o:original_url': id }: Media): Recording | undefined {
  const [kind] = (type ?? '').split('/')
  if (id === null || (kind !== 'audio' && kind !== 'video')) return undefined
  return { type: kind === 'audio' ? 'Sound' : 'Video', id, format: contentType(id) }
}

function pictureOf (media: Media, extent: Extent, limits: Limits): { picture: Picture, size: Size } {
  const { 'o:id': id, 'o:media_type': type, 'o:original_url': original, 'o:thumbnail_urls': thumbnails } = media
  const remote = media['o:renderer'] === 'iiif' ? remoteService(media.data) : undefined
  if (remote !== undefined) return remote
  const { width, height } = extent
  const size = width === null || height === null ? undefined : { width, height }
  if (size !== undefined && extent.hasParts) {
    const address = `${BASE}/iiif/3/${id}/full/max/0/default.jpg`
    return { size, picture: { id: address, format: 'image/jpeg', ...largest(size, limits, false), service: { of: id } } }
  }
  if (size !== undefined && original !== null && DISPLAYABLE_TYPES.includes(type ?? '')) {
    return { size, picture: { ...pictureAt(original), ...size } }
  }
  if (!Array.isArray(thumbnails)) return { size: size ?? PLACEHOLDER_SIZE, picture: pictureAt(thumbnails.large) }
  const shown = media.thumbnail_display_urls.large ?? `${BASE}/application/asset/thumbnails/default.png`
  return {
    size: size ?? PLACEHOLDER_SIZE,
    picture: { ...pictureAt(shown), ...(isPlaceholder(shown) && PLACEHOLDER_SIZE) }
  }
}

/**
 * An image on another server, described by the `info.json` that the media stores. Undefined when that lacks an id or
 * dimensions.
 */
function remoteService (data: unknown): { picture: Picture, size: Size } | undefined {
  const info = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const { id = info['@id'], '@context': context, width, height, profile } = info
  if (typeof id !== 'string' || !/^https?:\/\/\S+$/.test(id) || !isPixels(width) || !isPixels(height)) return undefined
  const size = { width, height }
  const version = context === CONTEXTS[3] ? 3 : context === CONTEXTS[2] ? 2 : 1
  const [name] = [profile].flat()
  const whole = version === 3 ? 'max/0/default' : version === 2 ? 'full/0/default' : 'full/0/native'
  const service = { id, version, profile: typeof name === 'string' ? name : 'level0' } as const
  return { size, picture: { id: `${id}/full/${whole}.jpg`, format: 'image/jpeg', ...size, service: { of: service } } }
}

function isPixels (given: unknown): given is number {
  return Number.isSafeInteger(given) && (given as number) > 0
}

/** Size and image service of a thumbnail, if it was made from the media itself. */
function thumbnailFacts (
  { 'o:thumbnail_urls': own }: Media, { id }: Picture, { service }: Picture, { width, height }: Extent,
  { thumbnailSide }: CanvasSettings
): Partial<Picture> {
  if (Array.isArray(own) || own.medium !== id || width === null || height === null) return {}
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  return { ...scaled({ width, height }, scale), ...(service !== undefined && { service }) }
}

/** The file itself, or the web page that displays it. */
function renderingsOf (media: Media, label: LanguageMap, page: string | undefined): Rendering[] {
  const { 'o:original_url': original, 'o:media_type': type, 'o:renderer': renderer, 'o:source': source } = media
  if (original !== null) {
    const [kind = ''] = (type ?? '').split('/')
    const format = contentType(original)
    return [{ id: original, type: format === 'application/pdf' ? 'Text' : TYPES[kind] ?? 'Dataset', format, label }]
  }
  const address = renderer === 'html' ? page : EMBEDDING_RENDERERS.includes(renderer) ? source : undefined
  if (typeof address !== 'string' || !/^[^\s"<>]+$/.test(address)) return []
  return [{ id: address, type: 'Text', format: 'text/html', label: renderer === 'html' ? label : inLanguage(address) }]
}
