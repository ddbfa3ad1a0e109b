import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { packageFolder } from '../package.js'
import { temporaryFolder } from './helper.js'

const NEED_PROGRAMS = [
  'cli/lingering-close.long.test.js', 'deploy/files.long.test.js', 'files/thumbnails.test.js',
  'routes/iiif/manifests.test.js', 'web/iiif-viewer.long.test.js'
]

t.test('without browser, poppler, ffmpeg, curl, Caddy and systemd, tests pass and say what to install', async (t) => {
  const compiled = path.join(packageFolder, '.compiled/test')
  const files = NEED_PROGRAMS.map((file) => path.join(compiled, file))
  // Every computer has a shell.
  const folder = await temporaryFolder(t)
  symlinkSync('/bin/sh', path.join(folder, 'sh'))
  const env = { ...process.env, PATH: folder, CHROMIUM: '/nowhere/chromium' }
  const { stdout } = await promisify(execFile)(
    process.execPath, [path.join(compiled, 'run-files.js'), ...files], { env, cwd: packageFolder }
  )
  for (const program of ['pdftoppm', 'ffmpeg', 'curl', 'caddy', 'systemd-analyze']) {
    t.match(stdout, `# SKIP not installed: ${program}`)
  }
  t.match(stdout, /# SKIP Pages need Chromium: install it \(apt-get install chromium\)/)
  t.notMatch(stdout, /^ *not ok/m)
})
