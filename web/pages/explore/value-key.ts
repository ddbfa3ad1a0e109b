import type { Value } from '../../../schemas/shared/values.js'

/** A value in an address: a link as `item/12`, any other value as its text or URI. */
type ValueKey = { is: 'link', kind: LinkKind, id: number } | { is: 'text', text: string }

const KINDS = { items: 'item', item_sets: 'item-set', media: 'media' } as const
type LinkKind = typeof KINDS[keyof typeof KINDS]

const LINK = /^(item|item-set|media)\/([1-9]\d{0,8})$/

/** Prefix for texts that look like a link, or that begin with this prefix themselves. */
const LITERALLY = '='

/** @example { value_resource_name: 'items', value_resource_id: 12 } → 'item/12' */
export function keyOf (value: Partial<Value> | Record<string, unknown>): string | undefined {
  const { value_resource_id: id, value_resource_name: name, '@id': uri, '@value': text } =
    value as Record<string, unknown>
  if (typeof id === 'number') return `${KINDS[name as keyof typeof KINDS]}/${id}`
  const shown = typeof uri === 'string' ? uri : text === undefined ? undefined : String(text)
  if (shown === undefined) return undefined
  return LINK.test(shown) || shown.startsWith(LITERALLY) ? LITERALLY + shown : shown
}

export function readKey (key: string): ValueKey {
  const [, kind, id] = LINK.exec(key) ?? []
  if (kind !== undefined) return { is: 'link', kind: kind as LinkKind, id: Number(id) }
  return { is: 'text', text: key.startsWith(LITERALLY) ? key.slice(LITERALLY.length) : key }
}
