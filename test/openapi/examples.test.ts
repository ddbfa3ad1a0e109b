import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import t from 'tap'
import { examples } from '../../plugins/openapi/examples.js'
import type { OpenApiDocument, Response } from '../../plugins/openapi/parts/types.js'
import { ask, sample } from './sample.js'
import { snapshot } from './snapshot.js'

t.test(
  'a server answers every example of the document as the document says; `npm run openapi` updates them',
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

t.test('every example fits the schema that it is an example of, also with `fields`', async (t) => {
  const document = JSON.parse(await snapshot()) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const pointerTo = (...keys: string[]): string =>
    keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const [status, response] of Object.entries(responses)) {
        for (const [type, { examples = {} }] of Object.entries((response as Response).content ?? {})) {
          const at = pointerTo('paths', path, method, 'responses', status, 'content', type, 'schema')
          for (const [name, example] of Object.entries(examples)) {
            const validate = ajv.getSchema(`openapi#/${at}`)!
            const fits = validate((example as { value: unknown }).value)
            t.ok(fits, `${method} ${path}: ${name}: ${ajv.errorsText(validate.errors)}`)
          }
        }
      }
    }
  }
})
