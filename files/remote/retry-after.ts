/** Seconds of a `Retry-After` header, which contains seconds or a date; undefined for any other value. */
export function secondsOf (header: string | undefined, now = Date.now()): number | undefined {
  const given = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(given)) return Number(given)
  const date = Date.parse(given)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
