import { KindGuard, type TSchema } from '@sinclair/typebox'

/** Describes the values that a schema allows: "a whole number from 0 to 65535". */
export function expectation (schema: TSchema): string {
  if (typeof schema.expected === 'string') return schema.expected
  if (KindGuard.IsBoolean(schema)) return 'true or false'
  if (KindGuard.IsInteger(schema)) return `a whole number${range(schema)}`
  if (KindGuard.IsArray(schema)) return `a list, each ${expectation(schema.items)}`
  if (KindGuard.IsUnion(schema)) return `one of ${schema.anyOf.map((option) => String(option.const)).join(', ')}`
  return typeof schema.pattern === 'string' ? `text that matches /${schema.pattern}/` : 'text'
}

function range ({ minimum, maximum }: TSchema): string {
  return (minimum === undefined ? '' : ` from ${minimum as number}`) +
    (maximum === undefined ? '' : ` to ${maximum as number}`)
}
