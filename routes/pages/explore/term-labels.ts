import type { Members } from '../../../db/query/statements/terms.js'
import type { Words } from '../../../web/languages/languages.js'

/** The name of a property or class in the language of a page; undefined when there is none of that term. */
export function termLabel (words: Words, members: Members, name: string): string | undefined {
  const member = members.byTerm(name)
  return member && words.labelOf(member.term, member.label)
}
