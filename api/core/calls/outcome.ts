import { ApiError, type ErrorKind, type ErrorStore } from './errors.js'

/** What work in another thread has come to. Errors lose their class on the way, so a refusal is sent in parts. */
export type Outcome<T> =
  | { result: T }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

export async function outcomeOf<T> (work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

/** @throws ApiError when the work was refused; its failure. */
export function resultOf<T> (outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw new ApiError(outcome.refusal.kind, outcome.refusal.errors)
  if ('failure' in outcome) throw outcome.failure
  return outcome.result
}
