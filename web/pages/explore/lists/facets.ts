import type { FacetCounts } from '../../../../schemas/shared/facets.js'
import { html, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import { textOf } from '../resource.js'
import { addressOf, changed, withoutValue, withValue, keyOf, TEXT_MAX_CHARACTERS, type State } from '../state.js'

type Group = FacetCounts['facets'][string][number]

/** The counts of the facets, and what is needed to label them. */
interface Facets {
  counts: FacetCounts['facets']
  /** Labels of properties by term. */
  labels: ReadonlyMap<string, string>
}

/** Number of groups that are shown at first; the others appear after a click. */
const GROUPS_SHOWN = 8

interface Entry { label: string, language?: string | undefined, count: number, state: State, isChosen: boolean }

/** The menu of filters, with the number of results for each. */
export function facetMenu (frame: Frame, root: string, state: State, { counts, labels }: Facets): Html | false {
  const { words: { explore: words } } = frame
  const sections = Object.entries(counts).flatMap(([name, groups]) => {
    const label = name === 'item_set_id' ? words.itemSet : name === 'resource_class_id' ? words.class : labels.get(name)
    const entries = groups.flatMap((group) => entryOf(frame, state, name, group))
    return entries.length === 0 ? [] : [section(frame, root, name, label ?? name, entries)]
  })
  return sections.length > 0 && html`<nav class="facets" id="filters" aria-labelledby="filters-heading">
<h2 id="filters-heading">${words.filters}</h2>${sections}</nav>`
}

function section ({ words }: Frame, root: string, name: string, label: string, entries: readonly Entry[]): Html {
  const id = `facet-${name.replace(/[^\w-]/g, '-')}`
  const item = ({ label, language, count, state, isChosen }: Entry): Html =>
    html`<li><a href="${addressOf(root, state)}" rel="nofollow"${isChosen && html` aria-current="true"`}><span dir="auto"${
      language !== undefined && html` lang="${language}"`}>${label}</span> <span class="number-of">${
      words.number(count)}</span></a></li>`
  const [first, rest] = [entries.slice(0, GROUPS_SHOWN), entries.slice(GROUPS_SHOWN)]
  return html`<section aria-labelledby="${id}"><h3 id="${id}">${label}</h3><ul>${first.map(item)}</ul>${
    rest.length > 0 && html`<details${rest.some(({ isChosen }) => isChosen) && html` open`}><summary>${
      words.explore.more(rest.length)}</summary><ul>${rest.map(item)}</ul></details>`}</section>`
}

function entryOf ({ words }: Frame, state: State, name: string, group: Group): Entry[] {
  const { untitled } = words.explore
  const { count } = group
  if (name === 'item_set_id') {
    const isChosen = state.set === group['o:id']
    const set = isChosen ? undefined : group['o:id']
    return [{ label: group['o:title'] ?? untitled, count, state: changed(state, { set }), isChosen }]
  }
  if (name === 'resource_class_id') {
    const { 'o:term': term = '', 'o:label': label = term } = group
    const isChosen = state.class === term
    const next = changed(state, { class: isChosen ? undefined : term })
    return [{ label: words.labelOf(term, label), count, state: next, isChosen }]
  }
  const key = keyOf(group)
  if (key === undefined || key.length > TEXT_MAX_CHARACTERS) return []
  const isChosen = state.values.get(name)?.includes(key) === true
  return [{
    label: textOf(group as never),
    language: group['@language'] ?? group['o:lang'],
    count,
    state: isChosen ? withoutValue(state, name, key) : withValue(state, name, key),
    isChosen
  }]
}

/** A chosen filter, and the state of the list without it. */
export interface Choice { label: string, text: string, without: State }

/** The chosen filters, each with a link that removes it. */
export function choices (frame: Frame, root: string, chosen: readonly Choice[]): Html | false {
  const { words: { explore: words } } = frame
  return chosen.length > 0 && html`<ul class="chosen" aria-label="${words.chosen}">${chosen.map(
    ({ label, text, without }) => html`<li><a href="${addressOf(root, without)}" rel="nofollow"><span class="unseen">${
      words.remove} </span><span class="of">${label}</span> <span dir="auto">${text}</span><span class="cross"
aria-hidden="true">×</span></a></li>`)}</ul>`
}
