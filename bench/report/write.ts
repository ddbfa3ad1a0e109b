import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chart } from './chart.js'
import type { Results } from './results.js'

const FOLDER = path.join(import.meta.dirname, '..', 'results')

/** Writes the figures and their chart. @param name of the collection. */
export async function writeResults (name: string, results: Results): Promise<void> {
  await writeJson(name, results)
  await writeFile(path.join(FOLDER, `${name}.svg`), chart(results))
}

export async function writeJson (name: string, results: object): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path.join(FOLDER, `${name}.json`), `${JSON.stringify(results, rounded, 2)}\n`)
}

/** Rounded, because further digits are noise. */
function rounded (_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
