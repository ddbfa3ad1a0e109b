import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { Test } from 'tap'
import { Store } from '../../db/store.js'
import { packageFolder } from '../../package.js'
import { IN_FOLDER, start } from '../cli/program.js'
import { newDatabase } from '../database.js'
import { temporaryFolder } from '../helper.js'

const run = promisify(execFile)
const PROGRAM = path.join(packageFolder, 'dist/cli/vitrine.js')

/** Address of the server in documents. */
const ADDRESS = 'http://127.0.0.1:3000'

/** A block of commands, and the answer that may follow it. */
const COMMANDS = /^```sh\n([^]*?)^```$(?:\n^```(json|text|turtle)\n([^]*?)^```$)?/gm

/**
 * Runs the blocks of a document that are marked `sh`, one after the other, beside a new server on a new folder, and
 * holds their answers against the blocks that follow them. `vitrine` is the program, `$KEY` the key of the first start.
 * If `$DATABASE` occurs, that is an empty database in PostgreSQL, the server keeps its collection in another one, and
 * `old` is a data folder. Other commands, which need root, the network or another service, are marked `text`.
 */
export async function checkCommands (t: Test, document: string): Promise<void> {
  const folder = await temporaryFolder(t)
  const program = path.join(folder, 'bin/vitrine')
  mkdirSync(path.dirname(program))
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
  const picture = { width: 40, height: 30, channels: 3, background: 'teal' } as const
  await sharp({ create: picture }).jpeg().toFile(path.join(folder, 'photo.jpg'))
  const isScaled = document.includes('$DATABASE')
  if (isScaled) await (await Store.open(path.join(folder, 'old'))).close()
  const server = start(t, ['serve', '--data', path.join(folder, 'data'), '--port', '0'], isScaled
    ? { VITRINE_DATABASE: await newDatabase() }
    : IN_FOLDER)
  const address = await server.says(/listening at (\S+)/)
  const identity = await server.says(/key_identity=(\w+)/)
  const credential = await server.says(/key_credential=(\w+)/)
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    KEY: `${identity}:${credential}`,
    PATH: `${path.dirname(program)}:${process.env.PATH!}`,
    ...isScaled && { DATABASE: await newDatabase() }
  }
  for (const [, commands = '', kind, answer] of document.matchAll(COMMANDS)) {
    const { stdout, failure } = await run('bash', ['-euc', commands.replaceAll(ADDRESS, address)], { cwd: folder, env })
      .then(({ stdout }) => ({ stdout, failure: '' }), (error: { stderr?: string, stdout?: string }) =>
        ({ stdout: '', failure: `${error.stdout ?? ''}${error.stderr ?? ''} failed` }))
    t.equal(failure, '', commands)
    if (answer === undefined) continue
    const shown = comparable(stdout.replaceAll(address, ADDRESS))
    if (kind === 'json') t.same(JSON.parse(shown), JSON.parse(comparable(answer)), commands)
    else for (const line of comparable(answer).trimEnd().split('\n')) t.ok(shown.split('\n').includes(line), line)
  }
}

/** Text without what differs each time. */
function comparable (text: string): string {
  return text.replaceAll('\r', '').replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, '2026-11-21T11:11:39')
}
