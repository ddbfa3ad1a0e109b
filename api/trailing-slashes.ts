/** A path or address without the slashes at its end. In linear time, unlike the expression one would write for it. */
export function withoutTrailingSlashes (text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
