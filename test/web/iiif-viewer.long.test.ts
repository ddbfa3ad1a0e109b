import { createRequire } from 'node:module'
import t from 'tap'
import { itemWith, mediaOf } from '../routes/iiif/fixtures.js'
import { QUADRANTS, quadrants } from '../files/fixtures/pictures.js'
import { serve } from '../files/fixtures/servers.js'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { launch, listening, open } from './browser.js'

const VIEWER = readFileSync(createRequire(import.meta.url).resolve('openseadragon'))

/** A page of another site that shows a picture with OpenSeadragon. */
const page = (source: string): string => `<!doctype html><meta charset="utf-8"><title>Viewer</title>
<style>html, body, #viewer { margin: 0; width: 100%; height: 100%; background: #fff }</style><div id="viewer"></div>
<script src="/openseadragon.js"></script>
<script>
const viewer = OpenSeadragon({
  id: 'viewer', tileSources: ${JSON.stringify(source)}, showNavigationControl: false, drawer: 'canvas',
  crossOriginPolicy: 'Anonymous'
})
window.events = []
viewer.addHandler('open-failed', (event) => { window.events.push('failed: ' + event.message) })
viewer.addHandler('tile-load-failed', (event) => { window.events.push('tile: ' + event.message) })
window.isShown = () => viewer.world.getItemCount() === 1 && viewer.world.getItemAt(0).getFullyLoaded()
window.zoomIn = () => viewer.viewport.zoomTo(viewer.viewport.imageToViewportZoom(1), undefined, true)
window.sizeOf = () => viewer.world.getItemAt(0).getContentSize()
</script>`

const browser = await launch(t)

t.test('OpenSeadragon on another site opens info.json of both versions and shows the picture, whole and close', async (t) => {
  const server = await listening(t)
  const as = await server.account('global_admin')
  const picture = await sharp(await quadrants(2400, 1600)).jpeg().toBuffer()
  const [id] = mediaOf(await itemWith(server, as, [['a.jpg', picture]]))
  for (const version of [2, 3]) {
    const elsewhere = await serve(t, (request, response) => {
      const isScript = request.url === '/openseadragon.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? VIEWER : page(`${server.base}/iiif/${version}/${id}/info.json`))
    })
    const { page: tab, problems } = await open(t, browser, elsewhere, { viewport: { width: 900, height: 600 } })
    const asked: string[] = []
    tab.on('request', (request) => { if (request.url().includes('/iiif/')) asked.push(request.url().split('/').slice(6).join('/')) })
    await tab.goto('/')
    await tab.waitForFunction('isShown()', undefined, { timeout: 60_000 })
    t.same(await tab.evaluate('({ ...sizeOf() })'), { x: 2400, y: 1600 })
    // The picture fills the window: in each quarter its own colour.
    const { data, info } = await sharp(await tab.screenshot()).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (const [at, colour] of QUADRANTS.entries()) {
      const [x, y] = [(at % 2 ? 3 : 1) * info.width / 4, (at < 2 ? 1 : 3) * info.height / 4]
      const start = (y * info.width + x) * info.channels
      t.ok(colour.every((value, i) => Math.abs(value - data[start + i]!) < 20), `quadrant ${at} of version ${version}`)
    }
    const whole = asked.length
    await tab.evaluate('zoomIn()')
    await tab.waitForFunction('isShown()', undefined, { timeout: 60_000 })
    t.ok(asked.length > whole, 'closer, it asks for more tiles')
    t.ok(asked.some((address) => /^\d+,\d+,512,512\/512,(?:512)?\/0\/default\.jpg$/.test(address)), asked.join(' '))
    t.same(await tab.evaluate('events'), [])
    t.same(problems, [])
  }
})
