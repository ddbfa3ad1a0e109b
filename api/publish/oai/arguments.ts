import { utcDate } from '../../core/answers/dates.js'

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

/** Granularity of the dates that harvesters may send. */
type Granularity = 'day' | 'second'

const FORM = /^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/** The first second of a date that a harvester sends; undefined when it is not a valid date. */
function readDatestamp (text: string): { seconds: number, granularity: Granularity } | undefined {
  if (!FORM.test(text)) return undefined
  const granularity = text.includes('T') ? 'second' : 'day'
  const seconds = Date.parse(text) / 1000
  // `Date.parse` accepts 30 February as a day in March.
  if (Number.isNaN(seconds) || !utcDate(seconds).startsWith(text.replace('Z', ''))) return undefined
  return { seconds, granularity }
}

/** Seconds between the first and the last second of a date of this granularity. */
const SECONDS_TO_LAST: Record<Granularity, number> = { day: 24 * 60 * 60 - 1, second: 0 }

/** An argument of a request; the protocol defines no others. */
type Name = 'identifier' | 'metadataPrefix' | 'from' | 'until' | 'set' | 'resumptionToken'

interface Rule { required: readonly Name[], optional: readonly Name[], isResumable?: true }

const LIST: Rule = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], isResumable: true }

/** The verbs of the protocol and their arguments (OAI-PMH 2.0, 4). */
const VERBS = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [], isResumable: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
  ListIdentifiers: LIST,
  ListRecords: LIST
} as const satisfies Record<string, Rule>

export type Verb = keyof typeof VERBS

/** The arguments of a valid request. */
export type Arguments = Readonly<Partial<Record<Name, string>>> & { readonly verb: Verb }

/** The records that a harvester requests: their datestamps lie between two seconds, both included. */
export interface Selection { from?: number | undefined, until?: number | undefined, set?: string | undefined }

const FORMS: Partial<Record<Name, [form: RegExp, expected: string]>> = {
  identifier: [/^[A-Z][A-Z0-9+.-]*:[\w.~:/?#@!$&'()*+,;=%-]+$/i, 'a URI'],
  metadataPrefix: [/^[\w.!~*'()-]+$/, 'a prefix that ListMetadataFormats gives'],
  set: [/^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/, 'a setSpec that ListSets gives']
}

/**
 * Parses and validates the arguments of a request.
 * @param given decoded names and values in their order.
 * @throws OaiError with all problems.
 */
export function readArguments (given: Iterable<readonly [name: string, value: string]>): Arguments {
  const all = [...given]
  const verbs = all.filter(([name]) => name === 'verb').map(([, verb]) => verb)
  const [verb] = verbs
  if (verb === undefined) throw badVerb('The argument verb is missing.')
  if (verbs.length > 1) throw badVerb('The argument verb is repeated.')
  if (!isVerb(verb)) throw badVerb(`The verb must be one of ${Object.keys(VERBS).join(', ')}.`)
  const others = all.filter(([name]) => name !== 'verb')
  const problems = [...problemsOf(verb, others)]
  if (problems.length > 0) throw new OaiError(...problems.map((message) => ({ code: 'badArgument', message } as const)))
  return { verb, ...Object.fromEntries(others) }
}

/** The selection by the arguments from, until and set. @throws OaiError badArgument. */
export function selectionOf (args: Arguments): Selection {
  const [from, until] = [args.from, args.until].map((text) => text === undefined ? undefined : readDatestamp(text))
  if (from !== undefined && until !== undefined) {
    if (from.granularity !== until.granularity) throw badArgument('from and until must have the same granularity.')
    if (from.seconds > until.seconds) throw badArgument('from is later than until.')
  }
  return { from: from?.seconds, until: until && until.seconds + SECONDS_TO_LAST[until.granularity], set: args.set }
}

function badArgument (message: string): OaiError {
  return new OaiError({ code: 'badArgument', message })
}

function badVerb (message: string): OaiError {
  return new OaiError({ code: 'badVerb', message })
}

function isVerb (text: string): text is Verb {
  return Object.hasOwn(VERBS, text)
}

function * problemsOf (verb: Verb, given: ReadonlyArray<readonly [string, string]>): Generator<string> {
  const rule: Rule = VERBS[verb]
  const names = new Set(given.map(([name]) => name))
  if (names.size < given.length) yield 'An argument is repeated.'
  const isResumed = rule.isResumable === true && names.has('resumptionToken')
  if (isResumed && names.size > 1) yield 'The argument resumptionToken goes with no other argument.'
  const known: readonly string[] = [...rule.required, ...rule.optional, ...(isResumed ? ['resumptionToken'] : [])]
  for (const name of names) {
    if (!known.includes(name)) {
      yield `${verb} has no such argument; it knows ${known.length === 0 ? 'none' : known.join(', ')}.`
      break
    }
  }
  for (const name of isResumed ? [] : rule.required) if (!names.has(name)) yield `The argument ${name} is missing.`
  for (const [name, value] of given) {
    const [form, expected] = FORMS[name as Name] ?? []
    if (form?.test(value) === false) yield `The argument ${name} must be ${expected}.`
    if ((name === 'from' || name === 'until') && readDatestamp(value) === undefined) {
      yield `The argument ${name} must be a date, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`
    }
  }
}
