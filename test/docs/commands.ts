import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'
import { packageFolder } from '../../package.js'
import { IN_FOLDER, PROGRAM, start } from '../cli/program.js'
import { temporaryFolder } from '../helper.js'
import { without } from '../programs.js'

/** Address of the server in documents. */
const ADDRESS = 'http://127.0.0.1:3000'

/** A block of commands, and the answer that may follow it. */
const COMMANDS = /^```sh\n([^]*?)^```$(?:\n^```(json|text|turtle)\n([^]*?)^```$)?/gm

/** Programs that some computers lack: blocks that run them are left out there. */
const OPTIONAL = ['python3', 'sqlite3']

/** Why no document can be followed here; false when it can. */
export const cannotFollow = without('bash', 'curl')

/** Follows a document: runs its commands, and compares what they answer with what it says. */
export type Follow = (t: Test, document: string) => Promise<void>

/**
 * Starts a server in a folder that has the files of a clone which documents use. All documents are followed in this
 * folder, each in a new shell, which knows nothing but the key. Commands are the blocks marked `sh`; commands that need
 * root, the network or another service are marked `text`.
 */
export async function sitting (t: Test): Promise<Follow> {
  const folder = await temporaryFolder(t)
  cpSync(path.join(packageFolder, 'docs/pictures'), path.join(folder, 'docs/pictures'), { recursive: true })
  const programs = await temporaryFolder(t)
  symlinkSync(process.execPath, path.join(programs, 'node'))
  // The real npx takes longer than most commands of the program.
  const npx = `#!/bin/sh\n[ "$1" = vitrine ] && shift && exec '${process.execPath}' '${PROGRAM}' "$@"\n`
  writeFileSync(path.join(programs, 'npx'), npx, { mode: 0o755 })
  const env = { ...process.env, NODE_OPTIONS: '', PATH: `${programs}:${process.env.PATH!}` }
  const missing = OPTIONAL.filter((program) => without(program) !== false)

  const server = start(t, ['serve', '--data', path.join(folder, 'data'), '--port', '0'], IN_FOLDER)
  const address = await server.says(/listening at (\S+)/)
  const key = await server.says(/(export KEY=\S+)\n/)

  return async (t, document) => {
    const output = await temporaryFolder(t)
    const file = (at: number, stream: 'out' | 'err'): string => path.join(output, `${at}.${stream}`)
    const blocks = [...document.matchAll(COMMANDS)].filter(([, commands = '']) => {
      const lacking = missing.find((program) => new RegExp(`^${program} `, 'm').test(commands))
      if (lacking !== undefined) t.pass(commands, { skip: `${lacking} is not installed` })
      return lacking === undefined
    })
    const script = blocks.map(([, commands = ''], at) => `exec > ${file(at, 'out')} 2> ${file(at, 'err')}\n${commands}`)
    const shell = spawn('bash', ['-euc', `${key}\n${script.join('').replaceAll(ADDRESS, address)}`], {
      cwd: folder, env, stdio: 'ignore'
    })
    const [code] = await once(shell, 'exit') as [number | null]
    for (const [at, [, commands = '', kind, answer]] of blocks.entries()) {
      const hasFailed = code !== 0 && !existsSync(file(at + 1, 'out'))
      t.notOk(hasFailed, commands, { stderr: readFileSync(file(at, 'err'), 'utf8') })
      if (hasFailed) return
      if (answer !== undefined) compare(t, readFileSync(file(at, 'out'), 'utf8').replaceAll(address, ADDRESS), kind!, answer)
    }
  }
}

function compare (t: Test, shown: string, kind: string, answer: string): void {
  if (kind === 'json') {
    t.same(JSON.parse(comparable(shown)), JSON.parse(comparable(answer)))
    return
  }
  const lines = comparable(shown).split('\n')
  for (const line of comparable(answer).trimEnd().split('\n')) t.ok(lines.includes(line), line, { shown })
}

/** Text without what differs each time: moments, ids, and positions in the log of changes. */
function comparable (text: string): string {
  return text.replaceAll('\r', '').replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, '2026-11-21T11:11:39')
    .replaceAll(/(?<=\/(?:items|item_sets|media|iiif\/3)\/|\bo:id |"(?:o:id|position|last)":)\d+/g, '1')
}
