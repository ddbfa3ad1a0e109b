import { LRUCache } from 'lru-cache'

/**
 * An LRU cache bounded by the sizes that its entries are given. An entry larger than a quarter of it is not kept. The
 * library takes 0 as no limit, hence at least 1.
 */
export function lru<V extends NonNullable<unknown>, K extends string | number = string> (
  bytes: number
): LRUCache<K, V> {
  const maxSize = Math.max(1, Math.floor(bytes))
  return new LRUCache<K, V>({ maxSize, maxEntrySize: Math.max(1, Math.floor(maxSize / 4)) })
}
