import { stat } from 'node:fs/promises'
import { ImportError } from './problems.js'

/**
 * Runs work that reads a file twice.
 * @param mayBeFolder whether it may also be a folder.
 * @throws ImportError when the path is not a regular file, or the file has changed meanwhile.
 */
export async function readingTwice<T> (file: string, mayBeFolder: boolean, work: () => Promise<T>): Promise<T> {
  const before = await stat(file)
  if (!before.isFile() && !(mayBeFolder && before.isDirectory())) {
    throw new ImportError(`${file} is not a file. It is read twice, so it cannot be a pipe.`)
  }
  const result = await work()
  const after = await stat(file)
  if (after.isFile() !== before.isFile() || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    throw new ImportError(`${file} changed while it was read. Run the import again.`)
  }
  return result
}
