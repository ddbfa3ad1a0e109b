import fc from 'fast-check'
import type { ActorName } from '../process/accounts.js'

/** Words of values; few, so that different resources share some. */
export const WORDS = ['amber', 'basalt', 'cedar', 'dolomite', 'ebony'] as const

export const TERMS = { title: 'dcterms:title', subject: 'dcterms:subject', relation: 'dcterms:relation' } as const
export const PROPERTIES = { title: 1, subject: 3, relation: 13 } as const

export const TYPES = ['items', 'item_sets', 'media'] as const
export type TypeName = typeof TYPES[number]

/** Reference to an earlier resource: the number, modulo their count, selects one when the step runs. */
type Pick = number

/** A value of a payload: a text, or a link to an earlier resource. */
export interface ValueStep { term: 'title' | 'subject', text: string, isPublic: boolean }
export interface LinkStep { term: 'relation', to: Pick, isPublic: boolean }

export interface WriteStep {
  values: Array<ValueStep | LinkStep>
  isPublic: boolean
  /** Item sets of an item. */
  sets: Pick[]
}

/** A request of one actor. Plain data, so that a counterexample is readable. */
export type Step = { as: ActorName } & (
  | { act: 'create', type: 'items', write: WriteStep, media: Array<{ isPublic: boolean, text: string }> }
  | { act: 'create', type: 'item_sets', write: WriteStep }
  | { act: 'create', type: 'media', item: Pick, write: WriteStep, text: string }
  | { act: 'patch', target: Pick, write: Partial<WriteStep> }
  | { act: 'put', target: Pick, write: WriteStep }
  | { act: 'delete', target: Pick }
)

export const ACTORS = [
  'anonymous',
  'researcher',
  'author',
  'author2',
  'reviewer',
  'editor',
  'site_admin',
  'global_admin',
  'editor_read_only',
  'editor_items_only'
] as const satisfies readonly ActorName[]

const pick = fc.nat({ max: 30 })
const word = fc.constantFrom(...WORDS)
// Booleans shrink to false. Negated, they make everything public in the simplest counterexample.
const isPublic = fc.boolean().map((isPrivate) => !isPrivate)
const value: fc.Arbitrary<ValueStep | LinkStep> = fc.oneof(
  fc.record({ term: fc.constantFrom('title' as const, 'subject' as const), text: word, isPublic }),
  fc.record({ term: fc.constant('relation' as const), to: pick, isPublic })
)
const values = fc.array(value, { maxLength: 4 })
const sets = fc.array(pick, { maxLength: 2 })
const write = fc.record({ values, isPublic, sets })
const media = fc.array(fc.record({ isPublic, text: word }), { maxLength: 2 })

/** Actors who may write are more frequent, so that there are resources which the others may not see. */
const actor = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<ActorName>('author', 'author2', 'editor') },
  { weight: 1, arbitrary: fc.constantFrom<ActorName>(...ACTORS) }
)

const is = <T extends string>(text: T): fc.Arbitrary<T> => fc.constant(text)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ as: actor, act: is('create'), type: is('items'), write, media }) },
  { weight: 2, arbitrary: fc.record({ as: actor, act: is('create'), type: is('item_sets'), write }) },
  {
    weight: 2,
    arbitrary: fc.record({ as: actor, act: is('create'), type: is('media'), item: pick, write, text: word })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      as: actor,
      act: is('patch'),
      target: pick,
      write: fc.record({ values, isPublic, sets }, { requiredKeys: [] })
    })
  },
  { weight: 2, arbitrary: fc.record({ as: actor, act: is('put'), target: pick, write }) },
  { weight: 2, arbitrary: fc.record({ as: actor, act: is('delete'), target: pick }) }
)

export const steps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' })
