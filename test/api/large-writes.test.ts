import t from 'tap'
import { collection, literal, titled } from './collection.js'

const MANY = 40_000

/** How many turns of the event loop others get while something is done. */
async function turnsDuring (work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

t.test('others are served while an item of many values is written', async (t) => {
  const { make, get } = await collection(t)
  await make('items', titled('first'))
  const few = await turnsDuring(async () => await make('items', titled('small')))
  const values = Array.from({ length: MANY }, (_, at) => literal(`value ${at}`))
  let id = 0
  const many = await turnsDuring(async () => { id = await make('items', { 'dcterms:subject': values }) })
  t.ok(many >= few + 3, `${many} turns, ${few} for a small item`)
  const subjects = (await get('items', id))['dcterms:subject']
  t.same([subjects.length, subjects[0]['@value'], subjects.at(-1)['@value']], [MANY, 'value 0', `value ${MANY - 1}`])
})
