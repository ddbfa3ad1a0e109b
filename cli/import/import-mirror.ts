import { InvalidArgumentError, type Command } from 'commander'
import { KEY_VARIABLES, keyOf } from '../../api/move/mirror/source/mirror-key.js'
import type { MirrorCall, Mirrorer } from '../../api/move/mirror/mirrorer.js'
import type { MirrorOptions, MirrorProgress } from '../../api/move/mirror/run/mirror.js'
import type { MirrorSummary } from '../../api/move/mirror/run/mirror-report.js'
import type { Survey } from '../../api/move/mirror/run/survey.js'
import type { Verification } from '../../api/move/mirror/run/verify.js'
import { CommandError, inFlags } from '../terminal/explain.js'
import { withoutCollection, type ImportFlags, type ImportKind } from './import-kind.js'
import { definedOf, wholeNumber } from '../terminal/arguments.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { withApi } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

interface MirrorFlags extends MirrorOptions {
  keyIdentity?: string
  keyCredential?: string
  concurrency?: number
  rate?: number
  verify?: true
}

const PHASES: Readonly<Record<MirrorProgress['phase'], string>> = {
  list: 'Listing', read: 'Reading', files: 'Files', check: 'Checking', write: 'Writing', verify: 'Comparing'
}

/** Maximum number of records whose differences `--verify` prints. */
const DIFFERENT_RECORDS_SHOWN = 50

/** Maximum length of each side of a difference. */
const SIDE_MAX_CHARACTERS = 120

/** Maximum number of requests at a time. */
const REQUESTS_MAX = 64

const BYTES_PER_MB = 1024 * 1024

/** Imports an installation of Omeka S, or another Vitrine, through its REST API. */
export const mirror: ImportKind = {
  name: 'api',
  options: addMirrorOptions,
  recognizes: (source) => /^https?:\/\//i.test(source),
  run: async (address, flags) => { await importMirror(address, flags as ImportFlags & MirrorFlags) }
}

function addMirrorOptions (command: Command): void {
  const { identity, credential } = KEY_VARIABLES
  command
    .option('--key-identity <identity>', `Of an API: key that shows what is private (safer: ${identity} in the environment, where no list of processes shows it)`)
    .option('--key-credential <credential>', `The credential of this key (safer: ${credential})`)
    .option('--concurrency <number>', 'Of an API: requests at a time (default: 4)', wholeNumber(1, REQUESTS_MAX))
    .option('--rate <number>', 'Of an API: requests a second at most (default: no limit)', rate)
    .option('--full', 'Of an API: read everything again, not only what has changed by its date')
    .option('--keep-missing', 'Of an API: do not delete records that it no longer has')
    .option('--verify', 'Of an API: read it again and compare every record with what is here; write nothing')
}

function rate (text: string): number {
  const number = Number(text)
  if (!(number > 0 && number <= 10_000)) throw new InvalidArgumentError('Expected a number above 0.')
  return number
}

/**
 * Mirrors an installation, or with `--verify` compares it.
 *
 * @throws CommandError if the sides differ; TypeError if only one half of the key is given.
 */
async function importMirror (address: string, flags: ImportFlags & MirrorFlags): Promise<void> {
  const line = new Progress(PHASES, '')
  const { concurrency, rate, full, keepMissing, overwrite, continueOnError } = flags
  const call: MirrorCall = {
    address,
    key: keyOf({ identity: flags.keyIdentity, credential: flags.keyCredential }),
    ...definedOf({ concurrency, rate, full, keepMissing, overwrite, continueOnError }),
    signal: stopSignal(new CommandError('Stopped.')),
    onProgress: (progress) => { line.update(progress) },
    onNotice: (text) => { line.print(text) }
  }
  await withApi(flags, async ({ mirrors }) => {
    try {
      if (flags.verify === true) await verify(mirrors, call, line)
      else if (flags.dryRun === true) {
        const found = await mirrors.survey(call)
        line.end()
        show(found)
      } else {
        const summary = await mirrors.run(call)
        line.end()
        await conclude(summary)
      }
    } finally {
      line.end()
    }
  }, flags.verify === true ? 'refuse' : withoutCollection(flags))
}

async function conclude (summary: MirrorSummary): Promise<void> {
  const { linesOf } = await import('../../api/move/mirror/run/mirror-report.js')
  const { source, seconds, requests, counts } = summary
  const records = counts.reduce((sum, row) => sum + row.new + row.changed, 0)
  process.stdout.write(`Mirrored ${source} in ${seconds.toFixed(1)} s: ${counted(records, 'record')} by ${counted(requests, 'request')}, ` +
    `${counted(Math.round(records / seconds), 'record')} a second.\n`)
  for (const text of linesOf(summary)) process.stdout.write(`  ${inFlags(text)}\n`)
}

function show ({ source, version, level, counts, leftOut, unknownDataTypes, bytes, requests }: Survey): void {
  const say = (text: string): void => { process.stdout.write(`${text}\n`) }
  say(`${source}, version ${version ?? 'unknown'}, as ${level === 'anonymous' ? 'everybody sees it' : `an ${level} sees it`}:`)
  for (const { resource, known, ...row } of counts) {
    say(`  ${resource}: ${known}; ${row.new} new, ${row.changed} changed, ${row.gone} to be deleted`)
  }
  for (const { resource, records, reason } of leftOut) {
    say(`  ${resource}: ${records === null ? '' : `${counted(records, 'record')} `}left out: ${reason.replace(/\.$/, '')}`)
  }
  for (const { name, resources } of unknownDataTypes) {
    say(`  data type ${name}: unknown here, its values become texts, addresses or links${resources === null ? '' : ` (in ${counted(resources, 'resource')})`}`)
  }
  const amount = bytes === null ? '' : `; all original files have ${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  say(`About ${counted(requests, 'request')}${amount}. Nothing was written.`)
}

/** Compares every record with the source. @throws CommandError if there are differences. */
async function verify (mirrors: Mirrorer, call: MirrorCall, line: Progress): Promise<void> {
  const { excerptOf } = await import('../../api/move/pipeline/problems.js')
  let records = 0
  const found = await mirrors.verify(call, ({ resource, id, localId, differences }) => {
    if (++records > DIFFERENT_RECORDS_SHOWN) return
    const name = localId === null || localId === id ? `${resource} ${id}` : `${resource} ${id}, here ${localId}`
    if (localId === null) line.print(`${name}: not here`, process.stdout)
    for (const { path, there, here } of differences) {
      line.print(`${name}: ${path}: ${excerptOf(there, SIDE_MAX_CHARACTERS)} there, ${excerptOf(here, SIDE_MAX_CHARACTERS)} here`, process.stdout)
    }
  })
  line.end()
  concludeVerification(found, records)
}

function concludeVerification ({ compared, different, keys, converted }: Verification, records: number): void {
  const say = (text: string): void => { process.stdout.write(`${text}\n`) }
  if (records > DIFFERENT_RECORDS_SHOWN) say(`Not shown: ${counted(records - DIFFERENT_RECORDS_SHOWN, 'different record')}.`)
  for (const [key, count] of Object.entries(keys)) say(`Only on one side: ${key} (in ${counted(count, 'record')})`)
  for (const [name, count] of Object.entries(converted)) say(`Converted: ${counted(count, 'value')} of the data type ${name}`)
  const total = Object.values(compared).reduce((sum, count) => sum + count, 0)
  if (different > 0) throw new CommandError(`${different} of ${counted(total, 'record')} different.`)
  say(`${counted(total, 'record')} compared, no difference.`)
}
