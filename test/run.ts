import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import t from 'tap'
import { packageFolder } from '../package.js'
import { postgresServer } from './postgres-server.js'
import { chromium } from './programs.js'

/*
 * `tsx test/run.ts [--all] [--jobs NUMBER] [FILE…]` runs compiled tests and writes TAP; a terminal gets it from tap's
 * reporter. Without --all, files named `….long.test.ts` are left out.
 *
 * Not `tap run`: it has every process load hooks for coverage and mocks, through which all modules pass by way of
 * another thread, also those of each thread that a test starts: a third of the CPU time of a short file, two thirds of
 * one that starts many threads. Nor can it run files in a given order, or several in one process.
 */

const COMPILED = '.compiled/test'

/** Three on two processors, since some wait for programs that they start. */
const JOBS = 3

/** Files that share a process. Loading the program takes longer than most of them. */
const FILES_PER_PROCESS = 12

/** Seconds that a process may take. Only what hangs takes so long. */
const TIMEOUT_SECONDS = 600

const IS_LONG = /\.long\.test\.js$/

const { values: { all, jobs }, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, jobs: { type: 'string', default: String(JOBS) } },
  allowPositionals: true
})
process.chdir(packageFolder)
const files = positionals.length > 0 ? positionals : testFiles()
const missing = files.filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')}: node bundle.js --tests`)

const environment = {
  ...process.env,
  // Chosen once, since the one in a package is unpacked, which two processes cannot do at a time.
  ...await chromium().then((CHROMIUM) => ({ CHROMIUM }), () => ({})),
  ...((all || process.env.DB === 'postgres') && { TEST_POSTGRES: await postgresServer() }),
  TAP_TIMEOUT: String(TIMEOUT_SECONDS),
  TAP_DISABLE_COVERAGE: '1'
}

// Each file leads a group of processes, which ends with it. Otherwise the processes of a file that ran out of time
// would continue, and hold the output of all tests open: its reader would wait for ever.
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
for (const group of processes(files)) {
  // By env, since tap adds its hooks to the NODE_OPTIONS of what it starts.
  const node = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, process.execPath, '--enable-source-maps']
  t.spawn('env', [...node, path.join(COMPILED, 'run-files.js'), ...group], {
    name: group.length === 1 ? group[0]! : `${group[0]!} and ${group.length - 1} more`,
    cwd: packageFolder,
    env: environment,
    timeout: TIMEOUT_SECONDS * 1000,
    buffered: t.jobs > 1,
    stdio: 'inherit',
    // The stack of the start says nothing about a failure.
    at: null,
    stack: ''
  })
}

/** Signals all that a file has started, except what leads a group of its own. */
function signalGroup ({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function testFiles (): string[] {
  return readdirSync(COMPILED, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js') && (all || !IS_LONG.test(file)))
    .map((file) => path.join(COMPILED, file)).sort()
}

/**
 * Which files run in one process: long ones alone, and first, since one of them would leave a processor idle at the
 * end; of the others, neighbours in different processes, since those of one folder take equally long.
 */
function processes (files: readonly string[]): string[][] {
  const long = files.filter((file) => IS_LONG.test(file))
  const short = files.filter((file) => !IS_LONG.test(file))
  const count = Math.ceil(short.length / FILES_PER_PROCESS)
  const groups = Array.from({ length: count }, (_, group) => short.filter((_, at) => at % count === group))
  return [...long.map((file) => [file]), ...groups]
}
