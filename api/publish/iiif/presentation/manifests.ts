import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Item } from '../../../../schemas/resources/items.js'
import type { Media } from '../../../../schemas/resources/media.js'
import type { Actor } from '../../../core/calls/actor.js'
import { Answer, type Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import type { BuiltInApis } from '../../../resources/built-in.js'
import type { LruPart } from '../../../cache/lru.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import type { Services } from '../../../resources/definition/services.js'
import type { Settings } from '../../../runtime/settings/settings.js'
import { areSame, inOrder } from '../../../core/sequence/group-by.js'
import { partsOf } from '../../../core/sequence/pages.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Extents } from '../extents.js'
import type { Limits } from '../image/geometry.js'
import type { Version } from '../image/request.js'
import { canvasOf, canvasWithout, type CanvasSettings } from './canvas.js'
import { describeForViewers, type Resource } from './described.js'
import { inLanguage, type Labels } from './language-map.js'
import { presentation2 } from './presentation-2.js'
import { presentation3 } from './presentation-3.js'
import type { DataLink, Member, Presentation } from './presentation.js'

/** The operations from which manifests are made. */
export interface Readable extends Pick<BuiltInApis, 'items' | 'media'> { itemSets: BuiltInApis['item_sets'] }

interface ManifestCall {
  actor: Actor
  /** Identifies the client in the queue of searches. */
  client: string
  labels: Labels
}

/** A manifest or a collection as text, with its media type. */
export interface Presented { answer: Answer, mediaType: string }

const PRESENTATIONS: Record<Version, Presentation> = { 2: presentation2, 3: presentation3 }

const MEDIA_PER_QUERY = 250

/** Items per document. A larger item set becomes a collection of partial collections. */
const ITEMS_PER_PART = 500

/** Approximate size of a cache entry without its texts, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** Classes of resources with pages to turn. */
const PAGED_CLASSES: readonly string[] = [
  'Book', 'EditedBook', 'Issue', 'Magazine', 'Manual', 'Manuscript', 'Newspaper', 'Periodical', 'Proceedings', 'Thesis'
].map((name) => `bibo:${name}`)

/** Fewer images are not presented as pages. */
const PAGED_MIN_IMAGES = 3

const FORMATS = [['JSON-LD', 'application/ld+json', 'jsonld'], ['Turtle', 'text/turtle', 'turtle']] as const

/** How long a manifest is cached if the duration of a film could not be measured: ffprobe may be installed later. */
const PROVISIONAL_MS = 60_000

interface Entry { sources: readonly unknown[], answer: Answer, until: number }

/**
 * Manifests of items and collections of item sets, made from the API's answers to the same actor, so they contain
 * nothing that is hidden from it. They are cached as long as these answers.
 */
export class Manifests {
  readonly #settings: CanvasSettings
  readonly #cache: LruPart<Entry>

  constructor (
    private readonly services: Services, settings: Settings, private readonly api: Readable,
    private readonly extents: Extents, limits: Limits
  ) {
    this.#settings = { limits, thumbnailSide: settings.thumbnailMedium, hasPages: settings.explore }
    this.#cache = services.cache.answers.part('manifest')
  }

  /** The manifest of an item. @throws NotFoundError, PermissionError like reading the item. */
  async manifest (id: string, version: Version, call: ManifestCall): Promise<Presented> {
    const { actor, client, labels } = call
    const read = await this.api.items.read(id, { actor })
    const item = read.json(BASE)
    const ids = item['o:media'].map((reference) => reference['o:id'])
    const found: Array<Answer<Media[]>> = []
    for (const id of partsOf(ids, MEDIA_PER_QUERY)) found.push(await this.api.media.search({ id }, { actor, client }))
    const presentation = PRESENTATIONS[version]
    const shared = await this.#shared()
    const sources = [read, ...found, ...shared.sources, labels]
    return await this.#cached(presentation, `${version} ${actor.id ?? ''} ${read.id!}`, sources, read, async () => {
      const facts = describeForViewers(item, shared.terms, labels)
      const extents = await this.extents.of(ids)
      const canvases: object[] = []
      const turns = new Turns()
      let pictures = 0
      for (const media of inOrder(found.flatMap((answer) => answer.json(BASE)), (media) => media['o:id'], ids)) {
        const extent = extents.get(media['o:id'])
        if (extent === undefined) continue
        const canvas = canvasOf(media, extent, shared.terms, labels, this.#settings)
        if (canvas.isPicture) pictures++
        canvases.push(presentation.canvas(canvas, item['o:id']))
        await turns.next()
      }
      const isPaged = canvases.length >= PAGED_MIN_IMAGES && pictures === canvases.length &&
        PAGED_CLASSES.includes(String(item['@type'][1]))
      const isProvisional = [...extents.values()].some((extent) => extent.isProvisional === true)
      const lasts = extents.size < ids.length ? 0 : isProvisional ? PROVISIONAL_MS : Infinity
      if (ids.length === 0) canvases.push(presentation.canvas(canvasWithout(facts), item['o:id']))
      const document = presentation.manifest({
        ...facts,
        ...this.#whole(item, 'items', 'items'),
        collection: shared.title,
        sets: item['o:item_set'].map((reference) => reference['o:id']),
        isPaged
      })
      return { document, elements: canvases, lasts }
    })
  }

  /**
   * The collection of an item set.
   * @param part of a large set, from 1; undefined: the whole, which for a large set lists its parts.
   * @throws NotFoundError, PermissionError like reading the item set.
   */
  async collection (id: string, part: number | undefined, version: Version, call: ManifestCall): Promise<Presented> {
    const { actor, client, labels } = call
    const read = await this.api.itemSets.read(id, { actor })
    const set = read.json(BASE)
    const found = await this.api.items.search(
      { item_set_id: set['o:id'], page: part ?? 1, per_page: ITEMS_PER_PART, sort_by: 'id', sort_order: 'asc' },
      { actor, client }
    )
    const total = found.total ?? 0
    const parts = Math.ceil(total / ITEMS_PER_PART)
    if (part !== undefined && (part < 1 || part > parts)) throw new NotFoundError(`The collection has ${parts} parts.`)
    const presentation = PRESENTATIONS[version]
    const shared = await this.#shared()
    const key = `${version} ${actor.id ?? ''} ${read.id!} ${part ?? ''}`
    return await this.#cached(presentation, key, [read, found, ...shared.sources, labels], read, async () => {
      const isList = part === undefined && parts > 1
      const members = isList ? partsOfSet(set['o:id'], total) : await this.#members(found, shared.terms, labels)
      const document = presentation.collection({
        ...describeForViewers(set, shared.terms, labels),
        ...this.#whole(set, 'item_sets', 'item-sets'),
        collection: shared.title,
        part
      })
      return { document, elements: members.map((member) => presentation.member(member)), lasts: Infinity }
    })
  }

  async #members (found: Answer<Item[]>, terms: Terms, labels: Labels): Promise<Member[]> {
    const members: Member[] = []
    const turns = new Turns()
    for (const item of found.json(BASE)) {
      const { id, label, thumbnail } = describeForViewers(item, terms, labels)
      members.push({ id, label, thumbnail, part: undefined })
      await turns.next()
    }
    return members
  }

  /** Data on which every document depends. */
  async #shared () {
    const terms = await this.services.store.terms()
    const title = await this.services.collectionSettings.get('title')
    return { terms, title, sources: [terms.properties, terms.templates, title] }
  }

  #whole ({ 'o:id': id }: Resource, name: string, folder: string): { page: string | undefined, data: DataLink[] } {
    return {
      page: this.#settings.hasPages ? `${BASE}/${folder}/${id}` : undefined,
      data: FORMATS.map(([label, format, parameter]) =>
        ({ id: `${BASE}/api/${name}/${id}?format=${parameter}`, format, name: label }))
    }
  }

  async #cached (
    { mediaType }: Presentation, key: string, sources: readonly unknown[], { id, modified }: Answer,
    make: () => Promise<{ document: Representation, elements: readonly object[], lasts: number }>
  ): Promise<Presented> {
    const present = this.#cache.get(key)
    if (present !== undefined && performance.now() < present.until && areSame(present.sources, sources)) {
      return { answer: present.answer, mediaType }
    }
    const { document, elements, lasts } = await make()
    const until = performance.now() + lasts
    const text = await written(document, elements)
    const answer = new Answer(text, { id: id!, modified, isLinkedData: false, mount: this.services.mount })
    // Counted twice: as text, and as the bytes that are sent.
    if (lasts > 0) this.#cache.set(key, { sources, answer, until }, 2 * answer.length + ENTRY_OVERHEAD_BYTES)
    return { answer, mediaType }
  }
}

/** The parts of a large item set, labelled by the numbers of their items. */
function partsOfSet (id: number, total: number): Member[] {
  return Array.from({ length: Math.ceil(total / ITEMS_PER_PART) }, (_, at) => ({
    id,
    label: inLanguage(`${at * ITEMS_PER_PART + 1}–${Math.min(total, (at + 1) * ITEMS_PER_PART)}`),
    thumbnail: undefined,
    part: at + 1
  }))
}

/** The JSON text of a document with these elements in the last of its lists. Lets other requests run in between. */
async function written (document: Representation, elements: readonly object[]): Promise<string> {
  const turns = new Turns()
  const texts: string[] = []
  for (const element of elements) {
    texts.push(JSON.stringify(element))
    await turns.next()
  }
  const text = JSON.stringify(document)
  const at = text.lastIndexOf('[]') + 1
  return text.slice(0, at) + texts.join() + text.slice(at)
}
