import type { TSchema } from '@sinclair/typebox'

/** A schema whose values are of type T. */
type SchemaOf<T> = TSchema & { static: T }

/** Schemas of the input and output of a resource type, from which `api.items.read()` gets the type `Item`. */
export interface TypeSchemas<R = unknown, I = unknown, D = unknown> {
  readonly representation: SchemaOf<R>
  /** A payload; absent: the type is read-only. */
  readonly input?: SchemaOf<I>
  /** What DELETE returns; absent: the representation. */
  readonly deleted?: SchemaOf<D>
}
