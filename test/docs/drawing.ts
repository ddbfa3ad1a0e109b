import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'

interface Layer { name: string, holds: string, not?: string[] }
type Layers = Record<string, Layer[]>

/** The page whose pictures are drawn from the rules that the linter holds. */
export const PAGE = path.join(packageFolder, 'docs', 'architecture.md')

/** The page with its pictures drawn again. */
export function withDrawings (page: string): string {
  const layers = JSON.parse(readFileSync(path.join(packageFolder, 'docs', 'layers.json'), 'utf8')) as Layers
  return page.replaceAll(/(<!-- layers: (\w+) -->\n).*?(<!-- \/layers -->)/gs, (_, begin: string, name: string, end: string) => {
    return `${begin}${drawing(layers[name]!)}${end}`
  })
}

/** A picture of who may import whom, without arrows that follow from others, and what each holds. */
function drawing (layers: readonly Layer[]): string {
  const mayImport = (from: Layer, to: Layer): boolean => {
    return layers.indexOf(to) > layers.indexOf(from) && from.not?.includes(to.name) !== true
  }
  const arrows = layers.flatMap((from) => layers.filter((to) => {
    return mayImport(from, to) && !layers.some((between) => mayImport(from, between) && mayImport(between, to))
  }).map((to) => `  ${from.name} --> ${to.name}\n`))
  const rows = layers.map(({ name, holds }) => `| ${name} | ${holds} |\n`)
  return `\n\`\`\`mermaid\nflowchart TD\n${arrows.join('')}\`\`\`\n\n| | holds |\n|---|---|\n${rows.join('')}\n`
}
