import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import t from 'tap'
import { packageFolder } from '../package.js'
import { postgresServer } from './postgres-server.js'

/*
 * `tsx test/run.ts [--jobs NUMBER] [FILE…]` runs compiled tests, all unless some are named, and writes TAP; a
 * terminal gets it from tap's reporter. Each file is a process of its own; all share one PostgreSQL server.
 *
 * Not `tap run`: it has every process load hooks for coverage and mocks, through which all modules pass by way of
 * another thread, also those of each thread that a test starts: a third of the CPU time of a short file, two thirds of
 * one that starts many threads. Nor can it be told an order.
 */

const COMPILED = '.compiled/test'

/** Three on two processors, since some wait for programs that they start. */
const JOBS = 3

/** Seconds that a file may take. Only what hangs takes so long: the longest need a minute, on slow computers four. */
const TIMEOUT = 600

/** Folders whose tests take longest: begun last, a single one would keep a single processor busy at the end. */
const FIRST = ['docs', 'types', 'cli', 'web']

const { values: { jobs }, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: String(JOBS) } }, allowPositionals: true
})
process.chdir(packageFolder)
const files = positionals.length > 0 ? positionals : all()
const missing = files.filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')}: node bundle.js --tests`)

const environment = {
  ...process.env,
  TEST_POSTGRES: await postgresServer(),
  TAP_TIMEOUT: String(TIMEOUT),
  TAP_DISABLE_COVERAGE: '1'
}

// Each file leads a group of processes, which ends with it. What a file that ran out of time has started would go on
// otherwise, and hold the output of all tests open: whoever reads it would wait for ever.
const running = new Set<ChildProcess>()
t.on('spawn', (test) => {
  test.on('preprocess', (options) => { options.detached = true })
  test.on('process', (child) => {
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      signalGroup(child, 'SIGKILL')
    })
  })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) signalGroup(child, signal)
    process.exit(1)
  })
}

t.setTimeout(0)
t.jobs = Number(jobs)
if (process.stdout.isTTY) {
  const reporter = ['tap', 'run', '--disable-coverage', '-']
  t.pipe(spawn('npx', reporter, { stdio: ['pipe', 'inherit', 'inherit'] }).stdin)
}
for (const file of files) {
  // By env, since tap adds its hooks to the NODE_OPTIONS of what it starts.
  const command = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, process.execPath, '--enable-source-maps', file]
  t.spawn('env', command, {
    name: file,
    cwd: packageFolder,
    env: environment,
    timeout: TIMEOUT * 1000,
    buffered: t.jobs > 1,
    stdio: 'inherit',
    // Where it was started says nothing about a failure.
    at: null,
    stack: ''
  })
}

/** Signals all that a file has started, except what leads a group of its own. */
function signalGroup ({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch (error) {
    // Nothing is left of it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The compiled tests, those that take long first. */
function all (): string[] {
  const rank = (file: string): number => {
    const at = FIRST.indexOf(path.relative(COMPILED, file).split(path.sep)[0]!)
    return at === -1 ? FIRST.length : at
  }
  return readdirSync(COMPILED, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js')).map((file) => path.join(COMPILED, file)).sort()
    .sort((one, other) => rank(one) - rank(other))
}
