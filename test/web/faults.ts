import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The faults that axe-core calls serious or worse. */
export async function faults (page: Page): Promise<string[]> {
  // Colours are not measured while they change.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Injected by the debugger, because the page's Content-Security-Policy allows only our own scripts.
  await page.evaluate(AXE)
  // For rules that pass, the result is enough: listing all elements takes longer than the rest.
  return await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ passes, violations }) =>
    passes.length === 0 ? ['nothing was looked at'] : violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' ')))`)
}
