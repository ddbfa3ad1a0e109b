/** The protocol's errors (OAI-PMH 2.0, 3.6) that can occur here. */
type OaiErrorCode =
  'badArgument' | 'badResumptionToken' | 'badVerb' | 'cannotDisseminateFormat' | 'idDoesNotExist' | 'noRecordsMatch' |
  'noSetHierarchy'

interface OaiProblem { code: OaiErrorCode, message: string }

/** An invalid request with all its problems. The response is a regular document. */
export class OaiError extends Error {
  readonly problems: readonly OaiProblem[]

  constructor (...problems: OaiProblem[]) {
    super(problems.map(({ message }) => message).join(' '))
    this.problems = problems
  }
}
