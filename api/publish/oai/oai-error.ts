/** Errors and exceptions of the protocol (OAI-PMH 2.0, 3.6) that can occur here. */
export type OaiErrorCode =
  'badArgument' | 'badResumptionToken' | 'badVerb' | 'cannotDisseminateFormat' | 'idDoesNotExist' | 'noRecordsMatch' |
  'noSetHierarchy'

export interface OaiProblem { code: OaiErrorCode, message: string }

/** A request that cannot be answered, with everything that is wrong with it. The reply is a regular document. */
export class OaiError extends Error {
  readonly problems: readonly OaiProblem[]

  constructor (...problems: OaiProblem[]) {
    super(problems.map(({ message }) => message).join(' '))
    this.problems = problems
  }
}
