import { titleLanguage, valuesOf } from '../../../../schemas/shared/values.js'
import { html } from '../../../html.js'
import type { Frame, Page } from '../../../frame.js'
import type { ItemSet } from '../../../../schemas/resources/item-sets.js'
import { pageNumbers, searchBox } from '../controls.js'
import { recordHead } from '../record/metadata.js'
import { explorePage } from '../page.js'
import { values } from '../record/record.js'
import { descriptionOf, pageAddress, pictureOf, titleOf } from '../resource.js'
import { results, type ResultsFacts } from './results.js'
import { addressOf, isNarrowed } from '../state.js'
import { inLanguage, privateMark } from '../values.js'

interface ItemSetsFacts {
  sets: readonly ItemSet[]
  /** Number of items by id of the set; undefined if counting takes too long. */
  counts: ReadonlyMap<number, number> | undefined
  total: number
  page: number
  pages: number
}

const EXCERPT_MAX_CHARACTERS = 160

export function itemSetsPage (frame: Frame, { sets, counts, total, page, pages }: ItemSetsFacts): Page {
  const { words, path } = frame
  const { explore, resources: { item_sets: name } } = words
  const root = `${path}/item-sets`
  const addressTo = (to: number): string => to === 1 ? root : `${root}?page=${to}`
  return explorePage(frame, {
    name,
    section: '/item-sets',
    canonical: addressTo(page),
    isIndexed: true,
    content: html`<div class="entrance is-small"><h1>${name}</h1></div>
${total === 0
  ? html`<p class="nothing">${explore.noItemSets}</p>`
  : html`<ul class="sets">${sets.map((set) => {
    const picture = pictureOf(set)
    const excerpt = descriptionOf(set, EXCERPT_MAX_CHARACTERS)
    return html`<li class="case set"><a href="${pageAddress(path, 'item_sets', set['o:id'])}">${picture !== undefined &&
      html`<span class="frame"><img src="${picture}" alt="" loading="lazy" decoding="async"></span>`}<span class="words">
<span class="name"${inLanguage(titleLanguage(set))}>${titleOf(set, words)}</span>${!set['o:is_public'] &&
      privateMark(frame)}${excerpt !== undefined && html`<span class="excerpt" dir="auto">${excerpt}</span>`}${
      counts !== undefined && html`<span class="meta">${explore.items(counts.get(set['o:id']) ?? 0)}</span>`}</span></a></li>`
  })}</ul>`}
${pageNumbers(frame, { page, pages }, addressTo)}`
  })
}

interface ItemSetFacts extends ResultsFacts {
  resource: ItemSet
  alternateLabels: ReadonlyMap<number, string>
}

const DESCRIPTION_MAX_CHARACTERS = 300

/** The page of one item set: its description and its items. */
export function itemSetPage (frame: Frame, facts: ItemSetFacts): Page {
  const { resource, state, root, alternateLabels } = facts
  const { words } = frame
  const title = titleOf(resource, words)
  const description = descriptionOf(resource, DESCRIPTION_MAX_CHARACTERS)
  const picture = pictureOf(resource)
  const others = valuesOf(resource).some(([term]) => term !== 'dcterms:title' && term !== 'dcterms:description')
  return explorePage(frame, {
    name: title,
    canonical: addressOf(root, state),
    isIndexed: resource['o:is_public'] && !isNarrowed(state) && state.sort === 'newest' && state.view === 'grid',
    description,
    picture,
    head: recordHead(frame, 'item_sets', resource, { title, canonical: root, description, picture }),
    content: html`<div class="entrance is-small"><p class="kicker"><a href="${frame.path}/item-sets">${
      words.resources.item_sets}</a></p>
<h1${inLanguage(titleLanguage(resource))}>${title}</h1>${!resource['o:is_public'] &&
      html`<p class="lead">${privateMark(frame)} ${words.explore.onlySome}</p>`}${
      description !== undefined && html`<p class="lead" dir="auto">${description}</p>`}${others &&
      html`<details class="more-about"><summary>${words.explore.moreAbout}</summary>${
        values(frame, resource, alternateLabels)}</details>`}
${searchBox(frame, root, state)}</div>
${results(frame, facts)}`
  })
}
