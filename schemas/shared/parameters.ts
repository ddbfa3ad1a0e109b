import { Type, type TUnsafe } from '@sinclair/typebox'

/**
 * Kinds of query parameters. The schema describes the text in a URL. The static type is what the programmatic API
 * takes, `api.items.search()` for example; it becomes that text before filters see it.
 */

export type Text = string
/** A number; the empty text where a parameter means something else then, such as `page`. */
export type Number = number | `${number}` | ''
export type Flag = boolean | 0 | 1 | '0' | '1' | ''
export type Several<T> = T | readonly T[]

export const text = (description: string): TUnsafe<Text> => Type.Unsafe(Type.String({ description }))

/** One text or several; in a URL, several have `[]` after the name. */
export const texts = (description: string): TUnsafe<Several<Text>> =>
  Type.Unsafe(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

export const integer = (description: string, options = {}): TUnsafe<Number> =>
  Type.Unsafe(Type.Integer({ description, ...options }))

/** One number or several; in a URL, several have `[]` after the name. */
export const integers = (description: string): TUnsafe<Several<number | string>> =>
  Type.Unsafe(Type.Union([Type.Integer(), Type.Array(Type.Integer())], { description }))

/**
 * Yes or no, as 1 or 0. The words `true` and `false` are not numbers, and are ignored (docs/contract/search.md §6).
 */
export const flag = (description: string): TUnsafe<Flag> =>
  Type.Unsafe(Type.Integer({ enum: [0, 1], description }))

const DATE = '2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31; missing parts stand for the beginning of the period'

/** A date or the beginning of one (docs/contract/search.md §6). */
export const date = (description: string): TUnsafe<Text> =>
  Type.Unsafe(Type.String({ description: `${description}: ${DATE}`, examples: ['2024-05-12'] }))
