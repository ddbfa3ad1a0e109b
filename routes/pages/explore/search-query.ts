import type { ItemQuery } from '../../../api/resources/built-in.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import { readKey } from '../../../web/pages/explore/value-key.js'
import type { ValueRow } from '../../../schemas/shared/query.js'
import { PAGE_SIZE } from '../../../web/pages/explore/lists/results.js'
import { ORDERS, type State } from '../../../web/pages/explore/state.js'

/** No class has this id, so that a search for an unknown term finds nothing. */
const NO_CLASS = 0

/** The filters of the search for a state, without its order and page. */
export function filtersOf ({ q, set, class: term, values }: State, { classes }: Pick<Terms, 'classes'>): ItemQuery {
  const rows = [...values].flatMap(([property, keys]) => keys.map((given): ValueRow => {
    const key = readKey(given)
    return key.is === 'link'
      ? { property, type: 'res', text: String(key.id) }
      : { property, type: 'eq', text: key.text }
  }))
  return {
    ...(q !== '' && { fulltext_search: q }),
    ...(set !== undefined && { item_set_id: set }),
    ...(term !== undefined && { resource_class_id: classes.byTerm(term)?.id ?? NO_CLASS }),
    ...(rows.length > 0 && { property: rows })
  }
}

/** The search for a state, with its order and page. */
export function searchOf (state: State, terms: Pick<Terms, 'classes'>): ItemQuery {
  return { ...filtersOf(state, terms), ...ORDERS[state.sort], page: state.page, per_page: PAGE_SIZE }
}
