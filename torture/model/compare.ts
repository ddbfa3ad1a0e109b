import type { Session } from '../http/session.js'
import type { ActorName } from '../process/accounts.js'
import type { ModelCollection, ModelResource } from './resources.js'
import { TYPES, WORDS, type TypeName } from './steps.js'
import { termOf } from './perform.js'

type Json = Record<string, any>

/** The part of a representation that the model predicts. Ids of unordered lists are sorted. */
interface View {
  id: number
  isPublic: boolean
  owner: number | null
  title: string | null
  values: Record<string, unknown[]>
  reverse: number[]
  sets?: number[]
  media?: number[]
  item?: number
}

/** Compares everything that an actor can see with the model. @throws with the first difference. */
export async function compare (actor: ActorName, model: ModelCollection, session: Session): Promise<void> {
  for (const type of TYPES) await compareList(actor, type, model, session)
  if (!model.inScope(actor, 'media')) return
  for (const resource of model.resources.values()) {
    const expected = model.sees(actor, resource.id) ? 200 : 404
    const { status } = await session.send({ path: `/api/${resource.type}/${resource.id}`, as: actor })
    if (status !== expected) {
      throw new Error(`${actor}: GET ${resource.type}/${resource.id} should be ${expected}, is ${status}`)
    }
  }
  await compareSearches(actor, model, session)
  await compareFacets(actor, model, session)
}

async function compareList (actor: ActorName, type: TypeName, model: ModelCollection, session: Session): Promise<void> {
  const path = `/api/${type}?per_page=1000`
  const { status, headers, body } = await session.send({ path, as: actor })
  if (!model.inScope(actor, type)) return same(`${actor}: GET ${path}`, status, 403)
  const shown = (JSON.parse(body.toString()) as Json[]).map((representation) => viewOf(type, representation))
  const expected = model.visible(actor, type).map((resource) => expectedView(actor, resource, model))
  same(`${actor}: GET ${path}`, shown, expected)
  same(`${actor}: the total of ${path}`, Number(headers['service-total-results']), expected.length)
}

function viewOf (type: TypeName, representation: Json): View {
  const terms = Object.entries(representation).filter(([key]) => key.startsWith('dcterms:')) as Array<[string, Json[]]>
  return {
    id: representation['o:id'],
    isPublic: representation['o:is_public'],
    owner: representation['o:owner']?.['o:id'] ?? null,
    title: representation['o:title'],
    values: sortedKeys(
      terms.map(([term, values]) => [
        term,
        values.map((value) => [value['@value'] ?? value.value_resource_id, value.is_public])
      ])
    ),
    reverse: sorted(
      Object.values((representation['@reverse'] ?? {}) as Record<string, Json[]>)
        .flat()
        .map((link) => idIn(link['@id']))
    ),
    ...(type === 'items' && { sets: idsOf(representation['o:item_set']), media: idsOf(representation['o:media']) }),
    ...(type === 'media' && { item: representation['o:item']['o:id'] })
  }
}

function expectedView (actor: ActorName, resource: ModelResource, model: ModelCollection): View {
  const values: Record<string, unknown[]> = {}
  for (const value of model.visibleValues(actor, resource)) {
    (values[termOf(value)] ??= []).push([value.term === 'relation' ? value.to : value.text, value.isPublic])
  }
  const reverse = [...model.resources.values()]
    .filter(({ id }) => model.sees(actor, id))
    .flatMap((linking) => {
      return model
        .visibleValues(actor, linking)
        .flatMap((value) => (value.term === 'relation' && value.to === resource.id ? linking.id : []))
    })
  return {
    id: resource.id,
    isPublic: resource.isPublic,
    owner: resource.owner,
    title: model.title(actor, resource),
    values: sortedKeys(Object.entries(values)),
    reverse: sorted(reverse),
    ...(resource.type === 'items' && {
      sets: sorted([...resource.sets].filter((id) => model.sees(actor, id))),
      media: model.mediaOf(resource.id).flatMap(({ id }) => model.sees(actor, id) ? id : [])
    }),
    ...(resource.type === 'media' && { item: resource.item! })
  }
}

/** Searches find exactly what matches by the values visible to the actor. */
async function compareSearches (actor: ActorName, model: ModelCollection, session: Session): Promise<void> {
  const items = model.visible(actor, 'items')
  const says = (item: ModelResource, word: string, term?: string): boolean =>
    model.visibleValues(actor, item).some((value) => {
      return value.term !== 'relation' && value.text === word && (term === undefined || value.term === term)
    })
  const showsMedia = (item: ModelResource): boolean => model.mediaOf(item.id).some(({ id }) => model.sees(actor, id))
  const word = WORDS[model.resources.size % WORDS.length]!
  const searches: Array<[query: string, matches: (item: ModelResource) => boolean]> = [
    ['is_public=1', (item) => item.isPublic],
    ['is_public=0', (item) => !item.isPublic],
    ['has_media=1', showsMedia],
    ['has_media=0', (item) => !showsMedia(item)],
    [`owner_id=${model.idOf('author')}`, (item) => item.owner === model.idOf('author')],
    [
      `property[0][property]=dcterms:subject&property[0][type]=eq&property[0][text]=${word}`,
      (item) => says(item, word, 'subject')
    ],
    [
      `property[0][property]=dcterms:subject&property[0][type]=neq&property[0][text]=${word}`,
      (item) => !says(item, word, 'subject')
    ],
    [
      `property[0][property]=&property[0][type]=sw&property[0][text]=${word.slice(0, 3)}`,
      (item) => says(item, word) || linksTo(item, word)
    ],
    [
      'property[0][property]=dcterms:relation&property[0][type]=ex',
      (item) => model.visibleValues(actor, item).some((value) => value.term === 'relation')
    ],
    ...model
      .of('item_sets')
      .slice(0, 3)
      .map(({ id }): (typeof searches)[number] => {
        return [`item_set_id=${id}`, (item) => item.sets.has(id) && model.sees(actor, id)]
      }),
    ...[...model.resources.keys()].slice(0, 3).map((id): (typeof searches)[number] => {
      return [
        `property[0][property]=&property[0][type]=res&property[0][text]=${id}`,
        (item) => {
          return model.visibleValues(actor, item).some((value) => value.term === 'relation' && value.to === id)
        }
      ]
    })
  ]
  function linksTo (item: ModelResource, text: string): boolean {
    return model
      .visibleValues(actor, item)
      .some((value) => value.term === 'relation' && model.title(actor, model.resources.get(value.to)!) === text)
  }
  for (const [query, matches] of searches) {
    const { status, headers, body } = await session.send({ path: `/api/items?per_page=1000&${query}`, as: actor })
    same(`${actor}: GET items?${query}`, status, 200)
    const expected = items.filter(matches).map(({ id }) => id)
    same(`${actor}: GET items?${query}`, (JSON.parse(body.toString()) as Json[]).map((item) => item['o:id']), expected)
    same(`${actor}: the total of items?${query}`, Number(headers['service-total-results']), expected.length)
  }
  await compareTitleOrder(actor, session)
  await compareFullText(actor, word, model, session)
}

/** Sorting by title uses the titles visible to the actor; otherwise the order would disclose hidden ones. */
async function compareTitleOrder (actor: ActorName, session: Session): Promise<void> {
  const list = await session.json<Json[]>({ path: '/api/items?per_page=1000&sort_by=title', as: actor })
  const titles = list.map((item) => item['o:title'] as string | null ?? '')
  same(`${actor}: titles in order`, titles, titles.toSorted())
}

/** Full text finds all whose public text has the word, and none where the actor cannot see the word. */
async function compareFullText (
  actor: ActorName,
  word: string,
  model: ModelCollection,
  session: Session
): Promise<void> {
  const list = await session.json<Json[]>({ path: `/api/items?per_page=1000&fulltext_search=${word}`, as: actor })
  const found = list.map((item) => item['o:id'] as number)
  // The text of an item is its own and that of its media (docs/contract/search.md §8.1).
  const says = (reader: ActorName, item: ModelResource): boolean =>
    [item, ...model.mediaOf(item.id).filter(({ id }) => model.sees(reader, id))].some((resource) => {
      return resource.text === word || model.visibleValues(reader, resource).some((value) => {
        const text = value.term === 'relation' ? model.title(reader, model.resources.get(value.to)!) : value.text
        return text === word
      })
    })
  const items = model.visible(actor, 'items')
  const allowed = new Set(items.filter((item) => says(actor, item)).map(({ id }) => id))
  same(
    `${actor}: full text "${word}" finds what does not say it`,
    found.filter((id) => !allowed.has(id)),
    []
  )
  const missed = items.filter(
    (item) => model.sees('anonymous', item.id) && says('anonymous', item) && !found.includes(item.id)
  )
  same(
    `${actor}: full text "${word}" misses what says it to everybody`,
    missed.map(({ id }) => id),
    []
  )
}

async function compareFacets (actor: ActorName, model: ModelCollection, session: Session): Promise<void> {
  const { total, facets } = await session.json({
    path: '/api/items/facets?facets=dcterms:subject&facet_limit=100',
    as: actor
  })
  const counts: Record<string, number> = {}
  const items = model.visible(actor, 'items')
  for (const item of items) {
    const words = model.visibleValues(actor, item).flatMap((value) => value.term === 'subject' ? value.text : [])
    for (const word of new Set(words)) counts[word] = (counts[word] ?? 0) + 1
  }
  const shown = (facets['dcterms:subject'] as Json[]).map((facet): [string, number] => [facet['@value'], facet.count])
  same(`${actor}: facets of subjects`, sortedKeys(shown), sortedKeys(Object.entries(counts)))
  same(`${actor}: total of facets`, total, items.length)
}

const idsOf = (references: Json[]): number[] => sorted(references.map((reference) => reference['o:id']))
const idIn = (address: string): number => Number(address.split('/').at(-1))
const sorted = (ids: number[]): number[] => ids.toSorted((a, b) => a - b)
const sortedKeys = <T>(entries: Array<[string, T]>): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))

function same (what: string, shown: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(shown), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}\n  shows    ${a}\n  expected ${b}`)
}
