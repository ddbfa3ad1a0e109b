import type { TSchema } from '@sinclair/typebox'

/** A schema whose values are of type T. */
export type SchemaOf<T> = TSchema & { static: T }

/** Schemas of the input and output of a resource type. Types follow from it: `api.items.read()` gives an `Item`. */
export interface TypeSchemas<R = unknown, I = unknown, D = unknown> {
  readonly representation: SchemaOf<R>
  /** A payload; absent: nothing can be written. */
  readonly input?: SchemaOf<I>
  /** What DELETE answers; absent: the representation. */
  readonly deleted?: SchemaOf<D>
}
