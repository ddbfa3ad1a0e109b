import type { Api } from '../../../api/api.js'
import type { Actor } from '../../../api/core/calls/actor.js'
import { groupBy } from '../../../api/core/sequence/group-by.js'
import type { Members } from '../../../db/query/statements/terms.js'
import type { OptionGroups } from '../../../web/form.js'
import type { Words } from '../../../web/languages/languages.js'
import type { KnownNames } from '../../../web/pages/import/head.js'

/** Maximum number of item sets that are suggested. */
const ITEM_SETS_MAX = '200'

/** The options of the fields of a mapping, in the language of the page. */
export async function choicesOf (api: Api, words: Words, actor: Actor): Promise<KnownNames> {
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
): OptionGroups {
  const groups = groupBy(members, ({ term }) => term.slice(0, term.indexOf(':')))
  return [...groups].map(([prefix, group]) => {
    const options = group.map(({ term, label }) => [term, `${words.labelOf(term, label)} (${term})`] as const)
    return [labels.get(prefix) ?? prefix, options.sort(([, a], [, b]) => words.compare(a, b))]
  })
}
