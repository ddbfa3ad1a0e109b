import type { Collection } from '../collection/collection.js'
import { Random } from '../collection/random.js'
import { Zipf } from '../collection/zipf.js'
import type { ClientRequest } from '../http/client.js'
import { items } from './queries.js'
import { Samples } from './samples.js'
import { searches } from './searches.js'

const SEED = 50

const READS = 0.5
const PAGES = 0.2
/** The rest, in equal parts. */
const SEARCHES = ['set', 'sorted', 'linked', 'fulltext', 'search']
/** Different searches of a kind. */
const DIFFERENT = 300

/**
 * What visitors ask for: half of the requests read an item, a fifth a page of the list, the others search. Few are
 * asked often and most seldom (Zipf's law), so that some answers are always new.
 *
 * @returns the request with a number, the same in every run.
 */
export function mix (collection: Collection): (number: number) => ClientRequest {
  const samples = new Samples(collection)
  const ofItems = new Zipf(collection.works)
  const ofPages = new Zipf(samples.pages)
  const ofSearches = new Zipf(DIFFERENT)
  const kinds = searches(collection).filter(({ name }) => SEARCHES.includes(name))
  return (number) => {
    const random = new Random(SEED, number)
    const kind = random.next()
    if (kind < READS) return { path: `/api/items/${collection.workId(samples.work(ofItems.pick(random)))}` }
    if (kind < READS + PAGES) return { path: items({ page: 1 + ofPages.pick(random) }) }
    return random.pick(kinds).request(ofSearches.pick(random))
  }
}
