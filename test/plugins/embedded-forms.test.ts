import multipart, { type FastifyMultipartAttachFieldsToBodyOptions, type FastifyMultipartBaseOptions } from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import vitrine, { open, type Api } from '../../app.js'
import { keptIn } from '../database.js'
import { dataFolder, form, WITHOUT_THREADS } from '../helper.js'

type Options = FastifyMultipartBaseOptions | FastifyMultipartAttachFieldsToBodyOptions

/** An application that accepts forms of its own, with two collections side by side. */
async function parent (t: Test, options: Options | undefined): Promise<{ app: FastifyInstance, apis: Api[] }> {
  const app = Fastify()
  t.teardown(() => app.close())
  if (options !== undefined) {
    await app.register(multipart, options)
    app.post('/own', async (request, reply) => {
      const body = request.body as Record<string, { value?: unknown, filename?: string }> | undefined
      if ('attachFieldsToBody' in options) return { a: body?.a?.value ?? body?.a, b: body?.b?.filename }
      const names: string[] = []
      for await (const part of request.parts()) {
        names.push(part.fieldname)
        if (part.type === 'file') part.file.resume()
      }
      return reply.send({ names })
    })
  }
  const apis: Api[] = []
  for (const prefix of ['/one', '/two']) {
    const api = await open({ ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS })
    app.addHook('onClose', async () => { await api.close() })
    await app.register(vitrine, { prefix, api })
    apis.push(api)
  }
  await app.ready()
  return { app, apis }
}

async function keyOf (api: Api): Promise<string> {
  await api.accounts.createUser({ email: 'editor@example.org', name: 'Editor', role: 'editor' })
  const { identity, credential } = await api.keys.create('editor@example.org', { label: 'test' }, OPERATOR)
  return `Bearer ${identity}.${credential}`
}

const FORM_LIMITS = { files: 1, fields: 1, parts: 2, fileSize: 100, fieldSize: 10, headerPairs: 4 }

type OwnAnswer = (answer: Record<string, any>) => unknown
const PARENTS: Array<[what: string, options: Options | undefined, own: OwnAnswer, expected: unknown]> = [
  ['that takes no forms', undefined, () => undefined, undefined],
  ['that takes forms part by part', {}, ({ names }) => names, ['a', 'b']],
  ['that finds forms in its body', { attachFieldsToBody: true }, ({ a, b }) => [a, b], ['1', 'b.txt']],
  ['that finds the values of small forms in its body', { attachFieldsToBody: 'keyValues', limits: FORM_LIMITS }, ({ a }) => a, '1']
]

for (const [what, options, own, expected] of PARENTS) {
  t.test(`in an application ${what}, forms are received our way and its own way goes on`, async (t) => {
    const { app, apis } = await parent(t, options)
    const text = 'x'.repeat(5000)
    for (const [at, api] of apis.entries()) {
      const authorization = await keyOf(api)
      const files = { 'file[0]': [new Blob([text]), 'a.txt'], 'file[1]': [new Blob([text]), 'b.txt'] }
      const data = JSON.stringify({ 'o:media': [0, 1].map((index) => ({ 'o:ingester': 'upload', file_index: index })) })
      const { headers, payload } = await form({ ...files, data } as never)
      const url = `${['/one', '/two'][at]!}/api/items`
      const made = await app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload })
      t.equal(made.statusCode, 200, made.payload)
      t.equal(made.json()['o:media'].length, 2)
      const cut = await app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload: payload.subarray(0, 200) })
      t.equal(cut.statusCode, 400)
      t.ok(cut.json().errors, 'in our words')
    }
    if (options === undefined) return
    const own1 = await app.inject({ method: 'POST', url: '/own', ...await form({ a: '1', b: [new Blob(['x']), 'b.txt'] }) })
    t.same(own(own1.json()), expected)
  })
}
