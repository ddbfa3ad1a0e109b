import type { Reason } from '../api/core/calls/errors.js'
import type { Words } from './languages/languages.js'

/** Why a field of a form was refused, in the language of the page. */
export function problemText ({ problems }: Words, field: string, reason: Reason | undefined): string {
  if (reason === undefined) return problems.other
  if (reason.is === 'too-often') return problems.wait(reason.wait)
  const ofField: Record<string, Partial<Record<Reason['is'], string>>> = problems.fields
  const ofAll: Partial<Record<Reason['is'], string>> = problems
  return ofField[field]?.[reason.is] ?? ofAll[reason.is] ?? problems.other
}
