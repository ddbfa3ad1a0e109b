import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../api/core/calls/actor.js'
import type { Answer } from '../../../api/core/answers/answer.js'
import type { Api } from '../../../api/api.js'
import { inOrder } from '../../../api/core/sequence/group-by.js'
import { LinkedAnswer } from '../../../api/core/answers/linked-answer.js'
import type { Item } from '../../../schemas/resources/items.js'
import type { ItemSet } from '../../../schemas/resources/item-sets.js'
import type { Media } from '../../../schemas/resources/media.js'
import { LINKED_SIZE } from '../../../web/pages/explore/record/linked.js'
import { recordPage } from '../../../web/pages/explore/record/record.js'
import { pageAddress, titleOf, type Resource } from '../../../web/pages/explore/resource.js'
import { secondsOf } from '../../../web/parts.js'
import { numberOf } from '../../../web/pages/explore/state.js'
import type { Handler } from '../../shared/address.js'
import { textIn } from '../page.js'
import { actorOf, alternateLabels, termLabel } from './listing.js'
import type { PageCache } from './page-cache.js'

/** Maximum number of media, and of item sets, that a page shows; programs get all of them from the API. */
const MAX_RELATED = 100

/** Maximum number of properties for which a page lists the resources that link to it. */
const MAX_LINKING = 10

interface Linked { term: string, page: number, found: Answer<Resource[]> }

/** Serves the page of one item, or of one media. */
export function record ({ api }: FastifyInstance, name: 'items' | 'media', cache: PageCache): Handler<{ id: string }> {
  return async (request, reply) => {
    const { path, client } = request.vitrine
    const query = request.vitrine.query
    const actor = await actorOf(request)
    const read: Answer<Item | Media> = await api.resource(name).read(request.params.id, { actor })
    const outline = outlineOf(read)
    const { id, own } = outline
    const media = await listOf<Media>(api, 'media', outline.media, actor)
    const sets = await listOf<ItemSet>(api, 'item_sets', outline.sets, actor)
    const item = await listOf<Item>(api, 'items', outline.item, actor)
    const linked = await linkedTo(api, outline, textIn(query, 'linked'), numberOf(textIn(query, 'page')), { actor, client })
    const at = numberOf(textIn(query, 'media')) - 1
    const terms = await api.store.terms()
    const parameters = [
      ...(at === 0 ? [] : [`media=${at + 1}`]),
      ...linked.flatMap(({ term, page }) => page === 1 ? [] : [`linked=${encodeURIComponent(term)}`, `page=${page}`])
    ].join('&')
    const canonical = pageAddress(path, name, id)
    const address = canonical + (parameters === '' ? '' : `?${parameters}`)
    // The page shows the resources that link to it in separate lists, one for each property.
    const lists = [outline.linking.join(' '), ...linked.map(({ found }) => found)]
    const sources = [own, media, sets, item, terms.properties, ...lists]
    return await cache.send(reply, address, sources, (frame) => {
      const resource = own.json(path)
      const { 'o:created': created, 'o:modified': modified } = resource
      const shown = name === 'media'
        ? [resource as Media]
        : inOrder(media?.json(path) ?? [], (one) => one['o:id'], outline.media)
      const [whole] = item?.json(path) ?? []
      return recordPage(frame, {
        name,
        id,
        resource,
        address,
        media: shown,
        sets: sets?.json(path) ?? [],
        item: whole && { id: whole['o:id'], title: titleOf(whole, frame.words) },
        created: secondsOf(created['@value']),
        modified: modified === null ? null : secondsOf(modified['@value']),
        alternateLabels: alternateLabels(resource, terms),
        classes: (term) => termLabel(frame.words, terms.classes, term),
        viewer: {
          media: shown,
          at: Math.min(at, Math.max(0, shown.length - 1)),
          addressTo: (number) => number === 0 ? canonical : `${canonical}?media=${number + 1}`
        },
        linked: linked.map(({ term, page, found }) => ({
          term,
          label: termLabel(frame.words, terms.properties, term) ?? term,
          total: found.total ?? 0,
          page,
          resources: found.json(path)
        }))
      })
    })
  }
}

/**
 * What the page of a resource is made from: the resource itself, ids of related ones, and terms of linking properties.
 *
 * @param own the resource, without the links to it if there are many.
 */
interface Outline {
  id: number
  own: Answer<Item | Media>
  media: number[]
  sets: number[]
  item: number[]
  linking: string[]
}

const outlines = new WeakMap<Answer, Outline>()

/** The outline of an answer; cached as long as the answer is in memory. */
function outlineOf (read: Answer<Item | Media>): Outline {
  let outline = outlines.get(read)
  if (outline === undefined) {
    // Parsing links takes a hundred times as long as everything else if there are many.
    const own = read.rest
    const {
      'o:id': id, 'o:media': media = [], 'o:item_set': sets = [], 'o:item': item, '@reverse': reverse
    } = own.json() as Partial<Item & Media> & { 'o:id': number }
    const ids = (references: ReadonlyArray<{ 'o:id': number }>): number[] =>
      references.slice(0, MAX_RELATED).map((reference) => reference['o:id'])
    outline = {
      id,
      own,
      media: ids(media),
      sets: ids(sets),
      item: item === undefined ? [] : [item['o:id']],
      linking: (read instanceof LinkedAnswer ? read.links.terms : Object.keys(reverse ?? {})).slice(0, MAX_LINKING)
    }
    outlines.set(read, outline)
  }
  return outline
}

/** The resources with these ids; undefined if there are none. */
async function listOf<R> (api: Api, name: string, id: number[], actor: Actor): Promise<Answer<R[]> | undefined> {
  return id.length === 0 ? undefined : await api.resource(name).search({ id }, { actor }) as Answer<R[]>
}

/**
 * What links to a resource, by property.
 *
 * @param paged the property whose list shows page `page`; others show the first.
 */
async function linkedTo (
  api: Api, { id, linking }: Outline, paged: string, page: number, call: { actor: Actor, client: string }
): Promise<Linked[]> {
  const linked: Linked[] = []
  for (const term of linking) {
    const at = term === paged ? page : 1
    const found = await api.resource('resources').search({
      property: [{ property: term, type: 'res', text: String(id) }], page: at, per_page: LINKED_SIZE
    }, call) as Answer<Resource[]>
    linked.push({ term, page: at, found })
  }
  return linked
}
