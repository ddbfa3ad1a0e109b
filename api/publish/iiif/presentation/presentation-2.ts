import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { CONTEXTS, PROFILES, serviceAddress } from '../image/info.js'
import type { Entry, Picture, PictureService } from './described.js'
import type { LanguageMap } from './language-map.js'
import {
  collectionAddress, manifestAddress, type CollectionFacts, type ManifestFacts, type Member, type Presentation
} from './presentation.js'

const CONTEXT = 'http://iiif.io/api/presentation/2/context.json'

/**
 * https://iiif.io/api/presentation/2.1/, for older viewers. It supports images only: audio and video are represented
 * by an image, with a link to the file.
 */
export const presentation2: Presentation = {
  mediaType: `application/ld+json;profile="${CONTEXT}"`,

  manifest: (facts) => ({
    '@context': CONTEXT,
    '@id': manifestAddress(2, facts.id),
    '@type': 'sc:Manifest',
    ...descriptive(facts),
    ...(facts.isPaged && { viewingHint: 'paged' }),
    ...(facts.sets.length > 0 && { within: facts.sets.map((id) => collectionAddress(2, id)) }),
    sequences: [{ '@id': `${BASE}/iiif/2/${facts.id}/sequence/normal`, '@type': 'sc:Sequence', canvases: [] }]
  }),

  canvas (canvas, itemId) {
    const id = `${BASE}/iiif/2/${itemId}/canvas/${canvas.name}`
    return {
      '@id': id,
      '@type': 'sc:Canvas',
      label: textsOf(canvas.label),
      ...canvas.size,
      ...(canvas.metadata.length > 0 && { metadata: canvas.metadata.map(entryOf) }),
      ...(canvas.thumbnail !== undefined && { thumbnail: pictureBody(canvas.thumbnail) }),
      ...(canvas.page !== undefined && { related: { '@id': canvas.page, format: 'text/html' } }),
      ...(canvas.renderings.length > 0 && {
        rendering: canvas.renderings.map(({ id, format, label }) => ({ '@id': id, format, label: textsOf(label) }))
      }),
      images: [{
        '@id': `${id}/painting`,
        '@type': 'oa:Annotation',
        motivation: 'sc:painting',
        resource: pictureBody(canvas.picture),
        on: id
      }]
    }
  },

  collection: (facts) => ({
    '@context': CONTEXT,
    '@id': collectionAddress(2, facts.id, facts.part),
    '@type': 'sc:Collection',
    ...descriptive(facts),
    ...(facts.part !== undefined && { within: collectionAddress(2, facts.id) }),
    members: []
  }),

  member: ({ id, label, thumbnail, part }: Member) => ({
    '@id': part === undefined ? manifestAddress(2, id) : collectionAddress(2, id, part),
    '@type': part === undefined ? 'sc:Manifest' : 'sc:Collection',
    label: textsOf(label),
    ...(thumbnail !== undefined && { thumbnail: pictureBody(thumbnail) })
  })
}

function descriptive (facts: ManifestFacts | CollectionFacts): Representation {
  const { label, summary, metadata, statement, rights, thumbnail, page, data } = facts
  return {
    label: textsOf(label),
    ...(summary !== undefined && { description: textsOf(summary) }),
    ...(metadata.length > 0 && { metadata: metadata.map(entryOf) }),
    ...(statement !== undefined && { attribution: textsOf(statement.value) }),
    ...(rights !== undefined && { license: rights }),
    ...(thumbnail !== undefined && { thumbnail: pictureBody(thumbnail) }),
    ...(page !== undefined && { related: { '@id': page, format: 'text/html' } }),
    seeAlso: data.map(({ id, format }) => ({ '@id': id, format }))
  }
}

function entryOf ({ label, value }: Entry): Representation {
  return { label: textsOf(label), value: textsOf(value) }
}

type Text = string | { '@value': string, '@language': string }

/** One text, or a list of texts, each with its language if known. */
function textsOf (map: LanguageMap): Text | Text[] {
  const texts = Object.entries(map).flatMap(([language, texts]) => texts.map((text): Text =>
    language === 'none' ? text : { '@value': text, '@language': language }))
  return texts.length === 1 ? texts[0]! : texts
}

function pictureBody ({ id, service, ...picture }: Picture): Representation {
  return { '@id': id, '@type': 'dctypes:Image', ...picture, ...(service !== undefined && { service: serviceOf(service) }) }
}

function serviceOf ({ of }: PictureService): Representation {
  if (typeof of === 'number') return { '@context': CONTEXTS[2], '@id': serviceAddress(of, 2), profile: PROFILES[2] }
  const { id, version, profile } = of
  const context = version === 1 ? 'http://library.stanford.edu/iiif/image-api/1.1/context.json' : CONTEXTS[version]
  return { '@context': context, '@id': id, profile }
}
