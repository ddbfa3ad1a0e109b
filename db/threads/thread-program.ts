import { setPriority } from 'node:os'
import path from 'node:path'

/**
 * URL of the program of a worker thread. TypeScript sources need their loader registered in every thread; compiled
 * programs are all in one folder (bundle.js).
 *
 * @param module the URL of the calling module, its `import.meta.url`. @param name of the file without extension,
 * relative to the module.
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

/** Smallest size in megabytes that V8 accepts for the young generation of a thread's heap. */
export const MIN_YOUNG_GENERATION_MB = 3

/** Niceness of threads whose work is not urgent: a third of a busy processor's time goes to them. */
const BACKGROUND_NICENESS = 5

/**
 * Gives the main thread precedence if processors are scarce. On Linux a priority applies to the calling thread only
 * (setpriority(2)); elsewhere it would apply to the whole process.
 */
export function runInBackground (): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_NICENESS)
}
