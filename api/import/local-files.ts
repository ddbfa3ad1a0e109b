import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** A local file that a record may not bring along; the message says why. */
export class LocalFileError extends Error {}

/**
 * The path of a file that a record names, below the folder of the files of an import. Neither `..` nor a symbolic link
 * leads out of the folder.
 *
 * @param root without symbolic links.
 * @throws LocalFileError when it is not there, cannot be read, is no file, is empty, or lies outside.
 */
export async function localFile (root: string, name: string): Promise<string> {
  // Spreadsheets made on Windows.
  const relative = name.replaceAll('\\', '/')
  const given = path.resolve(root, relative)
  if (name.includes('\0') || path.isAbsolute(relative) || /^[a-z]:/i.test(relative) || !isWithin(root, given)) {
    throw new LocalFileError(`the file ${JSON.stringify(name)} is not below the folder of the files`)
  }
  try {
    const real = await realpath(given)
    if (!isWithin(root, real)) {
      throw new LocalFileError(`the file ${name} is a link that leads out of the folder of the files`)
    }
    const stats = await stat(real)
    if (!stats.isFile()) throw new LocalFileError(`${name} is not a file`)
    if (stats.size === 0) throw new LocalFileError(`the file ${name} is empty`)
    await access(real, constants.R_OK)
    return real
  } catch (error) {
    if (error instanceof LocalFileError) throw error
    throw new LocalFileError(`the file ${name} ${REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read'}`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  ENAMETOOLONG: 'has a name that is too long',
  EACCES: 'may not be read'
}

function isWithin (root: string, file: string): boolean {
  const relative = path.relative(root, file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
