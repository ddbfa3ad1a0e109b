import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../../package.js'

const PROGRAM = path.join(packageFolder, 'test/cli/fixtures/loose-heap.ts')

t.test('what is forgotten here and there leaves no gaps in the heap of a server', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--import', 'tsx', PROGRAM])
  const { free, kept } = JSON.parse(stdout) as { free: number, kept: number }
  t.equal(kept, 20_000)
  // Of V8 by itself, a third.
  t.ok(free < 0.25, `${free} of it are free`)
})
