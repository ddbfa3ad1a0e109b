import Fastify from 'fastify'
import t from 'tap'
import { loggingServer } from '../../cli/serve/logger.js'

for (const [level, lines] of Object.entries({
  info: ['broken'], debug: ['request completed', 'broken', 'request completed']
})) {
  t.test(`at the level ${level} the program logs ${lines.join(', ')}`, async (t) => {
    const said: string[] = []
    const { log } = Fastify({
      logger: { level, stream: { write (line: string) { said.push((JSON.parse(line) as { msg: string }).msg) } } }
    })
    const app = loggingServer(log, {})
    t.teardown(async () => { await app.close() })
    app.get('/well', async () => 'well')
    app.get('/broken', async (request) => {
      request.log.error('broken')
      return 'badly'
    })
    await app.inject('/well')
    await app.inject('/broken')
    t.same(said, lines)
  })
}
