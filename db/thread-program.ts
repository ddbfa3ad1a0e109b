import path from 'node:path'

/**
 * Where a worker thread finds its program: beside a module, compiled or not. TypeScript sources need their loader
 * registered in every thread.
 *
 * @param module the address of the module, its `import.meta.url`.
 * @param name of the file, without extension.
 */
export function threadProgram (module: string, name: string): URL {
  const extension = path.extname(module)
  const beside = new URL(`./${name}${extension}`, module)
  if (extension === '.js') return beside
  const loader = import.meta.resolve('tsx/esm/api')
  return new URL(
    `data:text/javascript,import { register } from '${loader}'; register(); await import('${beside.href}')`
  )
}

/** The least part of the heap of a thread that V8 takes for short-lived objects, in megabytes. */
export const LEAST_YOUNG = 3
