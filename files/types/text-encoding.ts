const MARKS: ReadonlyArray<readonly [encoding: string, bytes: readonly number[]]> = [
  ['utf-8', [0xEF, 0xBB, 0xBF]],
  ['utf-16le', [0xFF, 0xFE]],
  ['utf-16be', [0xFE, 0xFF]]
]

/** The encoding that a byte order mark indicates. @param bytes the first bytes of the text. */
export function markedEncoding (bytes: Uint8Array): string | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
}

/** The number of bytes at the end that may be the beginning of an incomplete UTF-8 character. */
export function unfinishedUtf8 (bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count]!
    if ((byte & 0xC0) === 0x80) continue
    const length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    return length > count ? count : 0
  }
  return 0
}
