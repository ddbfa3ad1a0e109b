import t from 'tap'
import { examples } from '../../plugins/openapi/examples.js'
import { ask, sample } from './sample.js'

t.test(
  'a server answers every example of the document as the document says; `npm run openapi` records anew',
  async (t) => {
    const server = await sample(t)
    for (const example of examples()) {
      const { status, mediaType, total, answer } = await ask(server, example)
      const { on, name } = example
      t.strictSame(
        { status, mediaType, total, answer },
        {
          status: example.status,
          mediaType: example.mediaType,
          total: example.total,
          answer: example.answer
        },
        `${on}: ${name}`
      )
    }
  }
)
