import { setPriority } from 'node:os'
import path from 'node:path'

/**
 * Where a worker thread finds its program. TypeScript sources need their loader registered in every thread; compiled
 * programs are in one folder (bundle.js).
 *
 * @param module the address of the module, its `import.meta.url`.
 * @param name of the file without extension, from the folder of the module.
 */
export function threadProgram (module: string, name: string): URL {
  const extension = path.extname(module)
  if (extension === '.js') return new URL(`./${path.basename(name)}${extension}`, module)
  const program = new URL(`./${name}${extension}`, module)
  const loader = import.meta.resolve('tsx/esm/api')
  return new URL(
    `data:text/javascript,import { register } from '${loader}'; register(); await import('${program.href}')`
  )
}

/** The least part of the heap of a thread that V8 takes for short-lived objects, in megabytes. */
export const LEAST_YOUNG = 3

/** Niceness of threads whose work is not urgent: beside others they get a third of a busy processor's time. */
const BACKGROUND_NICENESS = 5

/**
 * Lets the main thread come first where processors are scarce. On Linux a priority is one of the calling thread
 * (setpriority(2)); elsewhere it would be that of the whole process.
 */
export function runInBackground (): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_NICENESS)
}
