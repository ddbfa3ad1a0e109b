import { Random } from './random.js'
import { confidential, english, link, literal, uri, type Value } from './values.js'
import { Words } from './words.js'
import { Zipf } from './zipf.js'

/** A record as a line of the importer's file; keys are terms. */
export type CollectionRecord = Record<string, unknown>

const SEED = 1889
const WORDS = 20_000
const SETS = 16
const PEOPLE_SHARE = 0.05
const SUBJECTS = 4000
const MATERIALS = 120
const DONORS = 600
/** One of this many works, and of values, is private, so that totals cannot be taken from the size of a table. */
const CONFIDENTIAL_EVERY = 100

/** Purposes of sequences of random numbers; works come last, because their numbers have no upper limit. */
const enum Purpose { vocabulary, lists, person, work }

/**
 * A museum of any size, or several of the same size, the same in every run: item sets, people, and works that link to
 * people, with about 14 values each. Each record can be made on its own, so none stays in memory.
 *
 * The importer numbers records as they come, so a record's id is known: first the sets, then the people, then the
 * works.
 */
export class Collection {
  readonly sets: number
  readonly people: number
  readonly works: number
  readonly #words = new Words(SEED + Purpose.vocabulary, WORDS)
  readonly #subjects: string[]
  readonly #materials: string[]
  readonly #donors: string[]
  readonly #setOf = new Zipf(SETS - 1, 0.8)
  readonly #subjectOf = new Zipf(SUBJECTS, 0.9)
  readonly #materialOf = new Zipf(MATERIALS)
  readonly #donorOf = new Zipf(DONORS)
  readonly #personOf: Zipf
  readonly #peopleOfOne: number
  readonly #worksOfOne: number

  /**
   * @param scale number of resources. @param museums among which they are divided, each with its own sets and people:
   * with more museums, fewer works link to one person.
   */
  constructor (readonly scale: number, readonly museums = 1) {
    this.sets = SETS * museums
    this.#peopleOfOne = Math.round((scale / museums - SETS) * PEOPLE_SHARE)
    this.people = this.#peopleOfOne * museums
    this.works = scale - this.sets - this.people
    this.#worksOfOne = Math.ceil(this.works / museums)
    this.#personOf = new Zipf(this.#peopleOfOne, 0.7)
    const random = new Random(SEED, Purpose.lists)
    const list = (count: number, make: () => string): string[] => Array.from({ length: count }, make)
    this.#subjects = list(SUBJECTS, () => this.#words.phrase(random, 1, 2))
    this.#materials = list(MATERIALS, () => `${this.#words.title(random, 1, 3)} on ${this.#words.pick(random)}`)
    this.#donors = list(DONORS, () => `${this.#words.name(random)} ${this.#words.name(random)}`)
  }

  /** The name of its files. */
  get name (): string {
    return this.museums === 1 ? String(this.scale) : `${this.scale}-of-${this.museums}-museums`
  }

  setId (number: number): number {
    return 1 + number
  }

  personId (number: number): number {
    return 1 + this.sets + number
  }

  workId (number: number): number {
    return 1 + this.sets + this.people + number
  }

  /** Public works of a set, on average of all collections of this size. The first set of a museum holds its people. */
  expectedWorks (set: number): number {
    const own = set % SETS
    return own === 0 ? this.#peopleOfOne : this.#worksOfOne * this.#setOf.share(own - 1) * (1 - 1 / CONFIDENTIAL_EVERY)
  }

  isPublic (work: number): boolean {
    return work % CONFIDENTIAL_EVERY !== CONFIDENTIAL_EVERY - 1
  }

  identifier (work: number): string {
    return `${'ADNPT'[work % 5]!}${String(work).padStart(7, '0')}`
  }

  set (number: number): CollectionRecord {
    const random = new Random(SEED, Purpose.lists, number)
    return {
      '@id': setLabel(number),
      '@type': 'o:ItemSet',
      'o:is_open': true,
      'dcterms:title': [literal(number % SETS === 0 ? 'People' : this.#words.title(random, 1, 3))],
      'dcterms:description': [english(this.#sentence(random, 8, 20))]
    }
  }

  person (number: number): CollectionRecord {
    const random = new Random(SEED, Purpose.person, number)
    const given = this.#words.name(random)
    const family = this.#words.name(random)
    const born = random.integer(1500, 1990)
    return {
      '@id': personLabel(number),
      '@type': ['o:Item', 'foaf:Person'],
      'o:item_set': [{ '@id': setLabel(SETS * Math.floor(number / this.#peopleOfOne)) }],
      'dcterms:title': [literal(`${given} ${family}`)],
      'foaf:name': [literal(`${family}, ${given}`)],
      'dcterms:identifier': [literal(String(number))],
      'dcterms:date': [literal(born > 1930 ? `born ${born}` : `${born}–${born + random.integer(25, 90)}`)],
      'dcterms:spatial': this.#list(random, 1, 2, () =>
        literal(`${this.#words.name(random)}, ${this.#words.name(random)}`)
      ),
      'dcterms:source': [uri(`https://museum.example/people/${number}`, 'Museum')]
    }
  }

  work (number: number): CollectionRecord {
    const random = new Random(SEED, Purpose.work, number)
    const acquired = random.integer(1850, 2020)
    const museum = Math.floor(number / this.#worksOfOne) % this.museums
    return {
      '@id': `_:work-${number}`,
      '@type': ['o:Item', random.chance(0.8) ? 'dctype:StillImage' : 'dctype:PhysicalObject'],
      ...(this.isPublic(number) ? {} : { 'o:is_public': false }),
      'o:item_set': this.#setsOf(random, museum),
      'dcterms:title': [literal(this.#words.title(random, 2, 8))],
      'dcterms:identifier': [literal(this.identifier(number))],
      'dcterms:creator': this.#list(random, 1, random.chance(0.05) ? 2 : 1, () =>
        link(personLabel(this.#peopleOfOne * museum + this.#personOf.pick(random)))
      ),
      'dcterms:date': [literal(dateOf(random))],
      'dcterms:dateAccepted': [literal(String(acquired))],
      'dcterms:medium': [english(this.#materials[this.#materialOf.pick(random)]!)],
      'dcterms:extent': [literal(`support: ${random.integer(40, 2500)} x ${random.integer(40, 2500)} mm`)],
      'dcterms:provenance': [this.#provenance(random, number, acquired)],
      'dcterms:subject': this.#list(random, 2, 8, () => english(this.#subjects[this.#subjectOf.pick(random)]!)),
      ...(random.chance(0.5) ? { 'dcterms:description': [english(this.#sentence(random, 10, 40))] } : {}),
      'dcterms:source': [uri(`https://museum.example/works/${this.identifier(number).toLowerCase()}`, 'Museum')]
    }
  }

  #setsOf (random: Random, museum: number): object[] {
    const first = SETS * museum + 1
    const sets = new Set([first + this.#setOf.pick(random)])
    if (random.chance(0.2)) sets.add(first + this.#setOf.pick(random))
    return [...sets].map((set) => ({ '@id': setLabel(set) }))
  }

  #provenance (random: Random, number: number, year: number): Value {
    const way = random.pick(['Presented', 'Bequeathed', 'Purchased', 'Transferred'])
    const text = `${way} by ${this.#donors[this.#donorOf.pick(random)]!} ${year}`
    return number % CONFIDENTIAL_EVERY === 0 ? confidential(text) : english(text)
  }

  #sentence (random: Random, least: number, most: number): string {
    return `${this.#words.title(random, least, most)}.`
  }

  #list (random: Random, least: number, most: number, make: () => Value): Value[] {
    return Array.from({ length: random.integer(least, most) }, make)
  }
}

function setLabel (number: number): string {
  return `_:set-${number}`
}

function personLabel (number: number): string {
  return `_:person-${number}`
}

function dateOf (random: Random): string {
  if (random.chance(0.1)) return 'date not known'
  const year = random.integer(1500, 2015)
  return random.chance(0.3) ? `c.${year}–${year + random.integer(1, 12)}` : String(year)
}
