import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Path of the program of a worker thread. Compiled programs are all in one folder (bundle.js).
 *
 * @param module the URL of the calling module, its `import.meta.url`. @param name of the file without extension,
 * relative to the module.
 */
export function threadProgram (module: string, name: string): string {
  const extension = path.extname(module)
  return fileURLToPath(new URL(`./${extension === '.js' ? path.basename(name) : name}${extension}`, module))
}

/**
 * Options of Node for the thread of a program; undefined: those of the process. They are not repeated here, because
 * Node refuses a thread whose options name flags of V8, such as `--max-old-space-size`. TypeScript sources need their
 * loader registered in every thread.
 */
export function optionsFor (program: string): string[] | undefined {
  if (path.extname(program) === '.js') return undefined
  const loader = import.meta.resolve('tsx/esm/api')
  return ['--import', `data:text/javascript,import { register } from '${loader}'; register()`]
}

/** Niceness of threads whose work is not urgent: a third of a busy processor's time goes to them. */
const BACKGROUND_NICENESS = 5

/**
 * Gives the main thread precedence if processors are scarce. On Linux a priority applies to the calling thread only
 * (setpriority(2)); elsewhere it would apply to the whole process.
 */
export function runInBackground (): void {
  // Only the administrator may raise a priority, if that of the process is lower already.
  if (process.platform === 'linux' && getPriority() < BACKGROUND_NICENESS) setPriority(BACKGROUND_NICENESS)
}
