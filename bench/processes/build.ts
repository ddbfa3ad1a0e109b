import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { PROGRAM, runProgram } from './program.js'

/** Folders that the program is not made of. */
const NOT_SOURCE = new Set(['bench', 'dist', 'node_modules', 'test', 'torture'])

/** Compiles the program, unless that was done after the last change: what users run is measured, not a loader. */
export async function build (): Promise<void> {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > newest(packageFolder)) return
  await runProgram('npm', ['run', 'build'])
}

/** When TypeScript below a folder was changed last. */
function newest (folder: string): number {
  return Math.max(0, ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return NOT_SOURCE.has(entry.name) || entry.name.startsWith('.') ? 0 : newest(file)
    return entry.name.endsWith('.ts') ? statSync(file).mtimeMs : 0
  }))
}
