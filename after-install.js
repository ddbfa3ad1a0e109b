import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * npm runs this when packages have been installed in a clone: `dependencies` in package.json, which it does not run
 * where Vitrine itself is a dependency. Building needs the development dependencies; what has been built before goes
 * on working without them.
 */
if (existsSync('node_modules/esbuild')) {
  process.exitCode = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: true }).status ?? 1
} else if (!existsSync('dist/cli/vitrine.js')) {
  process.stderr.write(
    'Vitrine is not built yet, which needs its development dependencies: run `npm ci`, then `npm prune --omit=dev`.\n'
  )
  process.exitCode = 1
}
