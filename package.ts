import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder that holds package.json: one up from compiled code, the same as source code. */
export const packageFolder = ((): string => {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
})()

const manifest = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string }

/** The version of Vitrine itself. */
export const version: string = manifest.version

/** The version of the application whose API this one is compatible with. */
export const compatibilityLevel = '4.2.0'
