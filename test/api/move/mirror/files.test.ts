import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { build } from '../../../helper.js'
import { picture } from '../import/fixtures/importing.js'
import { date, item, media, replay } from './fixtures/replay.js'

const quick = { backoff: 1, attempts: 3 }

t.test('a media whose metadata has changed does not fetch its file again', async (t) => {
  const red = await picture('red')
  const { record, name } = media(11, 1, red)
  const collection = { items: [item(1)], media: [record] }
  const source = await replay(t, collection)
  source.files.set(`original/${name}`, red)
  const own = await build(t)
  const call = { ...quick, address: source.address }
  const fetched = (): number => source.requests.filter((request) => request.includes('/files/original/')).length
  t.match(await own.api.mirrors.run(call), { files: 1, problems: 0 })
  t.equal(fetched(), 1)

  const later = (day: string): object => ({ 'o:modified': date(`2024-06-${day}T00:00:00+00:00`) })
  collection.media = [{ ...record, ...later('01'), 'o:alt_text': 'A red square' }]
  t.match(await own.api.mirrors.run(call), { files: 0, problems: 0, transferred: { media: { updated: 1 } } })
  t.equal(fetched(), 1)
  const here = async (): Promise<object> => (await own.api.media.read(11, { actor: OPERATOR })).json()
  t.match(await here(), { 'o:alt_text': 'A red square', 'o:filename': name, 'o:sha256': record['o:sha256'] as string })

  const blue = await picture('blue')
  const { record: replaced } = media(11, 1, blue)
  source.files.set(`original/${name}`, blue)
  collection.media = [{ ...replaced, ...later('02') }]
  t.match(await own.api.mirrors.run(call), { files: 1, problems: 0 })
  t.equal(fetched(), 2)
  t.match(await here(), { 'o:sha256': replaced['o:sha256'] as string })

  // What was deleted here comes with its file again.
  await own.api.media.delete(11, { actor: OPERATOR })
  collection.media = [{ ...replaced, ...later('03'), 'o:alt_text': 'Blue' }]
  t.match(await own.api.mirrors.run({ ...call, overwrite: true }), { files: 1, transferred: { media: { created: 1 } } })
  t.equal(fetched(), 3)
  t.match(await own.api.checkFiles(), { missing: 0, orphans: 0, altered: 0 })
})
