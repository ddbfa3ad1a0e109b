import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { PROFILES, serviceAddress } from '../image/info.js'
import type { Described, Picture, PictureService } from './described.js'
import { inLanguage } from './language-map.js'
import {
  collectionAddress, manifestAddress, type CollectionFacts, type ManifestFacts, type Member, type Presentation
} from './presentation.js'

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** https://iiif.io/api/presentation/3.0/ */
export const presentation3: Presentation = {
  mediaType: `application/ld+json;profile="${CONTEXT}"`,

  manifest: (facts) => ({
    '@context': CONTEXT,
    id: manifestAddress(3, facts.id),
    type: 'Manifest',
    ...descriptive(facts),
    ...(facts.isPaged && { behavior: ['paged'] }),
    ...(facts.sets.length > 0 && {
      partOf: facts.sets.map((id) => ({ id: collectionAddress(3, id), type: 'Collection' }))
    }),
    items: []
  }),

  canvas (canvas, itemId) {
    const id = `${BASE}/iiif/3/${itemId}/canvas/${canvas.name}`
    const { recording, duration, size } = canvas
    const isHeard = recording?.type === 'Sound' && duration !== undefined
    return {
      id,
      type: 'Canvas',
      label: canvas.label,
      ...(!isHeard && size),
      ...(duration !== undefined && { duration }),
      ...(canvas.metadata.length > 0 && { metadata: canvas.metadata }),
      ...(canvas.thumbnail !== undefined && { thumbnail: [pictureBody(canvas.thumbnail)] }),
      ...(canvas.page !== undefined && { homepage: [pageOf(canvas.page, canvas)] }),
      ...(canvas.renderings.length > 0 && { rendering: canvas.renderings }),
      items: [{
        id: `${id}/page`,
        type: 'AnnotationPage',
        items: [{
          id: `${id}/painting`,
          type: 'Annotation',
          motivation: 'painting',
          body: recording === undefined
            ? pictureBody(canvas.picture)
            : { ...recording, ...(!isHeard && size), ...(duration !== undefined && { duration }) },
          target: id
        }]
      }]
    }
  },

  collection: (facts) => ({
    '@context': CONTEXT,
    id: collectionAddress(3, facts.id, facts.part),
    type: 'Collection',
    ...descriptive(facts),
    ...(facts.part !== undefined && { partOf: [{ id: collectionAddress(3, facts.id), type: 'Collection' }] }),
    items: []
  }),

  member: ({ id, label, thumbnail, part }: Member) => ({
    id: part === undefined ? manifestAddress(3, id) : collectionAddress(3, id, part),
    type: part === undefined ? 'Manifest' : 'Collection',
    label,
    ...(thumbnail !== undefined && { thumbnail: [pictureBody(thumbnail)] })
  })
}

function descriptive (facts: ManifestFacts | CollectionFacts): Representation {
  const { label, summary, metadata, statement, rights, thumbnail, page, data, collection } = facts
  return {
    label,
    ...(summary !== undefined && { summary }),
    ...(metadata.length > 0 && { metadata }),
    ...(statement !== undefined && { requiredStatement: statement }),
    ...(rights !== undefined && { rights }),
    ...(thumbnail !== undefined && { thumbnail: [pictureBody(thumbnail)] }),
    provider: [{
      id: `${BASE}/`,
      type: 'Agent',
      label: inLanguage(collection),
      homepage: [{ id: `${BASE}/`, type: 'Text', label: inLanguage(collection), format: 'text/html' }]
    }],
    ...(page !== undefined && { homepage: [pageOf(page, facts)] }),
    seeAlso: data.map(({ id, format, name }) => ({ id, type: 'Dataset', label: inLanguage(name), format }))
  }
}

function pageOf (id: string, { label }: Pick<Described, 'label'>): Representation {
  return { id, type: 'Text', label, format: 'text/html' }
}

function pictureBody ({ service, ...picture }: Picture): Representation {
  return { ...picture, type: 'Image', ...(service !== undefined && { service: [serviceOf(service)] }) }
}

function serviceOf ({ of }: PictureService): Representation {
  if (typeof of === 'number') return { id: serviceAddress(of, 3), type: 'ImageService3', profile: 'level2' }
  const { id, version, profile } = of
  return version === 3
    ? { id, type: 'ImageService3', profile }
    : { '@id': id, '@type': `ImageService${version}`, profile: version === 2 && profile === 'level0' ? PROFILES[2] : profile }
}
