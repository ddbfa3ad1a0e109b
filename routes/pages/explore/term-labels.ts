import type { Members } from '../../../db/query/statements/terms.js'
import type { Words } from '../../../web/languages/languages.js'

/** The label of a property or class in the language of a page; undefined for an unknown term. */
export function termLabel (words: Words, members: Members, name: string): string | undefined {
  const member = members.byTerm(name)
  return member && words.labelOf(member.term, member.label)
}
