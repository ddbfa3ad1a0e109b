/** Whether a text has the form of a date and time with a time zone: `2026-01-31T12:00:00+00:00`. */
export function isPlainDate (text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)
}
