import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'

type Labels = Readonly<Record<string, string>>

function load (language: string): Labels {
  return JSON.parse(readFileSync(path.join(packageFolder, 'web', 'languages', 'labels', `${language}.json`), 'utf8')) as Labels
}

let english: Labels | undefined

/**
 * The names of properties and classes of the built-in vocabularies in a language. Those of other vocabularies keep
 * their labels, and so do those to which a collection has given labels of its own.
 */
export function labelsOf (language: string): { labelOf (term: string, label: string): string } {
  let labels: Labels | undefined
  return {
    labelOf (term, label) {
      english ??= load('en')
      if (!Object.hasOwn(english, term) || english[term] !== label) return label
      labels ??= load(language)
      return labels[term] ?? label
    }
  }
}
