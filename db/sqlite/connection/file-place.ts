import { statSync } from 'node:fs'

/** A function that says whether a path still leads to the file to which it leads now. */
export function placeOf (file: string): () => boolean {
  const { ino, dev } = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    return current?.ino === ino && current.dev === dev
  }
}
