import type { Terms } from '../../../../db/query/statements/terms.js'
import type { Item } from '../../../../schemas/items.js'
import type { Media } from '../../../../schemas/media.js'
import type { Actor } from '../../../core/calls/actor.js'
import { Answer } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import type { BuiltInApis } from '../../../resources/built-in.js'
import type { LruPart } from '../../../cache/lru.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import type { Services } from '../../../resources/definition/services.js'
import type { Settings } from '../../../runtime/settings/settings.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Extents } from '../extents.js'
import type { Limits } from '../image/geometry.js'
import type { Version } from '../image/parameters.js'
import { canvasOf, canvasWithout, type CanvasSettings } from './canvas.js'
import { described, type Resource } from './described.js'
import { inLanguage, type Labels } from './language-map.js'
import { presentation2 } from './presentation-2.js'
import { presentation3 } from './presentation-3.js'
import type { DataLink, Frame, Member, Presentation } from './presentation.js'

/** The operations that manifests are made from. */
export interface Readable extends Pick<BuiltInApis, 'items' | 'media'> { itemSets: BuiltInApis['item_sets'] }

export interface ManifestCall {
  actor: Actor
  /** Identifies the client in the queue of searches. */
  client: string
  labels: Labels
}

/** A manifest or a collection as text, and its media type. */
export interface Presented { answer: Answer, mediaType: string }

const PRESENTATIONS: Record<Version, Presentation> = { 2: presentation2, 3: presentation3 }

/** Media that are read at a time. */
const BATCH = 250

/** Items in one document of an item set. Larger sets are given in parts. */
const PART = 500

/** Rough size of an entry without its texts, in bytes. */
const OVERHEAD = 500

/** Classes of what is read by turning pages. */
const PAGED: readonly string[] = [
  'Book', 'EditedBook', 'Issue', 'Magazine', 'Manual', 'Manuscript', 'Newspaper', 'Periodical', 'Proceedings', 'Thesis'
].map((name) => `bibo:${name}`)

/** Pictures from which on pages are turned. */
const FEWEST_PAGES = 3

const FORMATS = [['JSON-LD', 'application/ld+json', 'jsonld'], ['Turtle', 'text/turtle', 'turtle']] as const

interface Entry { sources: readonly unknown[], answer: Answer }

/**
 * Manifests of items and collections of item sets, made from what the API answers to the same actor: what is hidden
 * from it is not in them. They are cached as long as those answers are.
 */
export class Manifests {
  readonly #services: Services
  readonly #api: Readable
  readonly #extents: Extents
  readonly #settings: CanvasSettings
  readonly #cache: LruPart<Entry>

  constructor (services: Services, settings: Settings, api: Readable, extents: Extents, limits: Limits) {
    this.#services = services
    this.#api = api
    this.#extents = extents
    this.#settings = { limits, thumbnailSide: settings.thumbnailMedium, hasPages: settings.explore }
    this.#cache = services.memory.lru('answers').part('manifest')
  }

  /** The manifest of an item. @throws NotFoundError, PermissionError as reading the item does. */
  async manifest (id: string, version: Version, call: ManifestCall): Promise<Presented> {
    const { actor, client, labels } = call
    const read = await this.#api.items.read(id, { actor })
    const item = read.json(BASE)
    const ids = item['o:media'].map((reference) => reference['o:id'])
    const found: Array<Answer<Media[]>> = []
    for (let at = 0; at < ids.length; at += BATCH) {
      found.push(await this.#api.media.search({ id: ids.slice(at, at + BATCH) }, { actor, client }))
    }
    const presentation = PRESENTATIONS[version]
    const shared = await this.#shared()
    const sources = [read, ...found, ...shared.sources, labels]
    return await this.#cached(presentation, `${version} ${actor.id ?? ''} ${read.id!}`, sources, read, async () => {
      const facts = described(item, shared.terms, labels)
      const extents = await this.#extents.of(ids)
      const canvases: object[] = []
      const turns = new Turns()
      let pictures = 0
      for (const media of inOrder(found, ids)) {
        const extent = extents.get(media['o:id'])
        if (extent === undefined) continue
        const canvas = canvasOf(media, extent, shared.terms, labels, this.#settings)
        if (canvas.isPicture) pictures++
        canvases.push(presentation.canvas(canvas, item['o:id']))
        await turns.next()
      }
      const isPaged = canvases.length >= FEWEST_PAGES && pictures === canvases.length && PAGED.includes(String(item['@type'][1]))
      if (ids.length === 0) canvases.push(presentation.canvas(canvasWithout(facts), item['o:id']))
      const frame = presentation.manifest({
        ...facts,
        ...this.#whole(item, 'items', 'items'),
        collection: shared.title,
        sets: item['o:item_set'].map((reference) => reference['o:id']),
        isPaged
      })
      return { frame, elements: canvases, isLasting: extents.size === ids.length }
    })
  }

  /**
   * The collection of an item set.
   *
   * @param part of a large set, from 1; undefined: the whole, which lists the parts of a large one.
   * @throws NotFoundError, PermissionError as reading the item set does.
   */
  async collection (id: string, part: number | undefined, version: Version, call: ManifestCall): Promise<Presented> {
    const { actor, client, labels } = call
    const read = await this.#api.itemSets.read(id, { actor })
    const set = read.json(BASE)
    const found = await this.#api.items.search(
      { item_set_id: set['o:id'], page: part ?? 1, per_page: PART, sort_by: 'id', sort_order: 'asc' }, { actor, client }
    )
    const total = found.total ?? 0
    const parts = Math.ceil(total / PART)
    if (part !== undefined && (part < 1 || part > parts)) throw new NotFoundError(`The collection has ${parts} parts.`)
    const presentation = PRESENTATIONS[version]
    const shared = await this.#shared()
    const key = `${version} ${actor.id ?? ''} ${read.id!} ${part ?? ''}`
    return await this.#cached(presentation, key, [read, found, ...shared.sources, labels], read, async () => {
      const isList = part === undefined && parts > 1
      const members = isList ? partsOf(set['o:id'], total) : await this.#members(found, shared.terms, labels)
      const frame = presentation.collection({
        ...described(set, shared.terms, labels),
        ...this.#whole(set, 'item_sets', 'item-sets'),
        collection: shared.title,
        part
      })
      return { frame, elements: members.map((member) => presentation.member(member)), isLasting: true }
    })
  }

  async #members (found: Answer<Item[]>, terms: Terms, labels: Labels): Promise<Member[]> {
    const members: Member[] = []
    const turns = new Turns()
    for (const item of found.json(BASE)) {
      const { id, label, thumbnail } = described(item, terms, labels)
      members.push({ id, label, thumbnail, part: undefined })
      await turns.next()
    }
    return members
  }

  /** What every document depends on. */
  async #shared () {
    const terms = await this.#services.store.terms()
    const title = await this.#services.collectionSettings.get('title')
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
    make: () => Promise<{ frame: Frame, elements: readonly object[], isLasting: boolean }>
  ): Promise<Presented> {
    const present = this.#cache.get(key)
    if (present !== undefined && isSame(present.sources, sources)) return { answer: present.answer, mediaType }
    const { frame, elements, isLasting } = await make()
    const text = await written(frame, elements)
    const answer = new Answer(text, { id: id!, modified, isLinkedData: false, mount: this.#services.mount })
    // Counted twice: as text, and as the bytes that are sent.
    if (isLasting) this.#cache.set(key, { sources, answer }, 2 * answer.length + OVERHEAD)
    return { answer, mediaType }
  }
}

function inOrder (found: ReadonlyArray<Answer<Media[]>>, ids: readonly number[]): Media[] {
  const byId = new Map(found.flatMap((answer) => answer.json(BASE)).map((media) => [media['o:id'], media]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The parts of a large item set, named by the numbers of their items. */
function partsOf (id: number, total: number): Member[] {
  return Array.from({ length: Math.ceil(total / PART) }, (_, at) => ({
    id,
    label: inLanguage(`${at * PART + 1}–${Math.min(total, (at + 1) * PART)}`),
    thumbnail: undefined,
    part: at + 1
  }))
}

/** The JSON text of a document, others being served in between. */
async function written ({ document, open, close }: Frame, elements: readonly object[]): Promise<string> {
  const turns = new Turns()
  const texts: string[] = []
  for (const element of elements) {
    texts.push(JSON.stringify(element))
    await turns.next()
  }
  return `${JSON.stringify(document).slice(0, -1)},${open}${texts.join()}${close}}`
}

function isSame (sources: readonly unknown[], others: readonly unknown[]): boolean {
  return sources.length === others.length && sources.every((source, at) => source === others[at])
}
