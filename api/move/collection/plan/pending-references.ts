import type { Database } from '../../../../db/query/statements/database.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType } from '../read/collection-file.js'
import { NumberList, type FileIds } from './id-lists.js'
import type { Place } from '../types/fields.js'
import type { RecordMap, Sequence } from '../../pipeline/record-map.js'
import { inBatches } from '../../pipeline/source.js'

/** A record with a reference. */
interface From { type: CollectionType, id: number }

/** A reference to a record that had not been read yet. */
export interface Pending { place: Place, id: number, from: From, line: number }

/** Numbers per reference in the list: place, id, type, id and line. */
const NUMBERS_PER_REFERENCE = 5

/** References per database query. */
const REFERENCES_PER_QUERY = 1000

/** References to later lines or to records outside the file. */
export class PendingReferences {
  readonly #list = new NumberList()
  readonly #places: Place[] = []
  readonly #placeNumbers = new Map<Place, number>()

  add (place: Place, id: number, from: From, line: number): void {
    const number = this.#placeNumbers.get(place) ?? this.#places.push(place) - 1
    this.#placeNumbers.set(place, number)
    this.#list.push(number, id, COLLECTION_TYPE_NAMES.indexOf(from.type), from.id, line)
  }

  /** References that neither the file nor an earlier import resolves, in the order of lines. */
  async * unresolved (ids: FileIds, database: Database, map: RecordMap | undefined): AsyncGenerator<Pending> {
    for await (const some of inBatches(this.#outside(ids), () => 1 / REFERENCES_PER_QUERY)) {
      yield * await notImported(some, database, map)
    }
  }

  * #outside (ids: FileIds): Generator<Pending> {
    const { numbers } = this.#list
    for (let at = 0; at < numbers.length; at += NUMBERS_PER_REFERENCE) {
      const [placeNumber, id, type, fromId, line] = numbers.subarray(at, at + NUMBERS_PER_REFERENCE)
      const place = this.#places[placeNumber!]!
      if (place.types.some((one) => ids.has(one, id!))) continue
      yield { place, id: id!, from: { type: COLLECTION_TYPE_NAMES[type!]!, id: fromId! }, line: line! }
    }
  }
}

async function notImported (
  references: readonly Pending[], database: Database, map: RecordMap | undefined
): Promise<readonly Pending[]> {
  if (map === undefined) return references
  const sequenceOf = ({ place }: Pending): Sequence => SEQUENCES[place.types[0]!]
  const known = await map.localIds(database, references.map((reference) => [sequenceOf(reference), reference.id]))
  return references.filter((reference) => known.get(sequenceOf(reference), reference.id) === null)
}
