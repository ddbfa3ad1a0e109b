import path from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { start, type Outcome } from './program.js'
import { temporaryFolder } from '../helper.js'

const RECORD = '{"@type":"o:Item","dcterms:title":[{"type":"literal","@value":"A"}],' +
  '"o:media":[{"o:ingester":"html","html":"<p>x</p>"}]}\n'

t.test('the format of piped input is recognized by its content', async (t) => {
  const folder = await temporaryFolder(t)
  const data = path.join(folder, 'data')
  const run = async (input: string | Buffer, ...flags: string[]): Promise<Outcome> => {
    const command = start(t, ['import', '-', '--data', data, ...flags], { TMPDIR: folder }, 'pipe')
    command.process.stdin!.end(input)
    return await command.outcome()
  }
  const imported = { code: 0, stdout: /Imported 1 record/ }
  t.match(await run(RECORD), imported)
  t.match(await run(RECORD), { code: 0, stdout: 'Nothing new. 1 record already imported from stdin.\n' })
  t.match(await run(gzipSync(RECORD), '--source', 'packed'), imported)
  t.match(await run('Title;Creator\nA lamp;Ada\n', '--yes', '--source', 'table'), imported)
  t.match(await run('Title\nA lamp\n', '--format', 'table', '--source', 'forced'), imported)
  t.match(await run('<http://example.org/a> <http://purl.org/dc/terms/title> "A" .\n', '--source', 'rdf'), imported)
  t.match(await run('', '--dry-run'), { code: 1, stderr: 'vitrine: The standard input is empty.\n' })
})
