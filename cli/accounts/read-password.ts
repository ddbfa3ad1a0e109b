import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from '../terminal/explain.js'

/**
 * Reads a new password: on a terminal it is typed twice and not shown; otherwise it is the first line of stdin. It is
 * never an argument, because other users of the computer can see the arguments of a process.
 *
 * @throws CommandError if the password is empty, or the two differ.
 */
export async function readPassword (): Promise<string> {
  const [password, repeated] = process.stdin.isTTY
    ? [await ask('New password: '), await ask('Once more:    ')]
    : await piped()
  if (password === '') throw new CommandError('No password was given.')
  if (password !== repeated) throw new CommandError('The two passwords are not the same.')
  return password
}

async function piped (): Promise<[string, string]> {
  const line = (await text(process.stdin)).split(/\r?\n/, 1)[0]!
  return [line, line]
}

async function ask (question: string): Promise<string> {
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => { done() } })
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      terminal.once('SIGINT', () => { reject(new CommandError('Nothing was changed.')) })
      terminal.once('close', () => { resolve('') })
      terminal.question('').then(resolve, reject)
    })
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
