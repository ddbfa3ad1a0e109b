import { builtInLabels, type LabelLanguage } from '../../db/seed/labels.js'

/**
 * The names of properties and classes of the built-in vocabularies in a language. Those of other vocabularies keep
 * their labels, and so do those to which a collection has given labels of its own.
 */
export function labelsOf (language: LabelLanguage): { labelOf (term: string, label: string): string } {
  return {
    labelOf (term, label) {
      const english = builtInLabels('en')
      if (!Object.hasOwn(english, term) || english[term] !== label) return label
      return builtInLabels(language)[term] ?? label
    }
  }
}
