/** The name of the original file of a media; if the source is a URL, the last part of its path. */
export function sourceName (source: string | null): string | undefined {
  return source?.split(/[?#]/, 1)[0]!.split(/[/\\]/).findLast((part) => part !== '')
}
