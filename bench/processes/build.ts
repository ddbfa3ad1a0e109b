import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { PROGRAM, runProgram } from './program.js'

/** Folders that are not compiled into the program. */
const NOT_SOURCE = new Set(['bench', 'dist', 'node_modules', 'test', 'torture'])

/** Compiles the program unless it is up to date, so that the compiled program is measured and not a loader. */
export async function build (): Promise<void> {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > newest(packageFolder)) return
  await runProgram('npm', ['run', 'build'])
}

/** Time of the last change of a TypeScript file below a folder. */
function newest (folder: string): number {
  return Math.max(0, ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return NOT_SOURCE.has(entry.name) || entry.name.startsWith('.') ? 0 : newest(file)
    return entry.name.endsWith('.ts') ? statSync(file).mtimeMs : 0
  }))
}
