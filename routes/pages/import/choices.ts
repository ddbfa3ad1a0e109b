import type { Api } from '../../../api/api.js'
import type { Actor } from '../../../api/core/calls/actor.js'
import type { Members } from '../../../db/query/statements/terms.js'
import type { Words } from '../../../web/languages/languages.js'
import type { Choices, MappingFacts } from '../../../web/pages/import/head.js'

/** Maximum number of item sets that are suggested. */
const ITEM_SETS_MAX = '200'

type Known = Pick<MappingFacts, 'properties' | 'classes' | 'templates' | 'dataTypes' | 'itemSets'>

/** The options of the fields of a mapping, in the language of the page. */
export async function choicesOf (api: Api, words: Words, actor: Actor): Promise<Known> {
  const terms = await api.store.terms()
  const vocabularies = (await api.resource('vocabularies').search({ sort_by: 'label', limit: '1000' }, { actor })).json()
  const labels = new Map(vocabularies.map((row) => [row['o:prefix'], row['o:label']]))
  const sets = await api.itemSets.search(
    { sort_by: 'title', page: '1', per_page: ITEM_SETS_MAX, return_scalar: 'title' }, { actor }
  )
  return {
    properties: grouped(terms.properties, labels, words),
    classes: grouped(terms.classes, labels, words),
    templates: [...terms.templates.values()].map(({ label }) => [label, label]),
    dataTypes: api.addedDataTypes.map(({ name, label }) => [name, label ?? name]),
    itemSets: Object.values(sets.json() as unknown as Record<string, string | null>).filter((title) => title !== null)
  }
}

/** Properties or classes grouped by vocabulary, sorted by label. */
function grouped (
  members: Members, labels: ReadonlyMap<string, string>, words: Words
): Array<[vocabulary: string, choices: Choices]> {
  const groups = new Map<string, Array<[string, string]>>()
  for (const { term, label } of members) {
    const prefix = term.slice(0, term.indexOf(':'))
    const group = groups.get(prefix) ?? []
    group.push([term, `${words.labelOf(term, label)} (${term})`])
    groups.set(prefix, group)
  }
  return [...groups].map(([prefix, choices]) =>
    [labels.get(prefix) ?? prefix, choices.sort(([, a], [, b]) => words.compare(a, b))])
}
