import fc from 'fast-check'
import type { AddressInfo } from 'node:net'
import { build } from '../../test/helper.js'
import { Session } from '../http/session.js'
import { createAccounts } from '../process/accounts.js'
import type { Context, Torture } from '../torture.js'
import { compare } from './compare.js'
import { perform } from './perform.js'
import { ModelCollection } from './resources.js'
import { ACTORS, steps, type Step } from './steps.js'

export const model: Torture = {
  name: 'model',
  description: 'random operations by random actors against a model in memory: answers, totals, visibility, links',
  async run (context) {
    const { report, seed, scaled } = context
    const result = await fc.check(fc.asyncProperty(steps, async (given) => { await play(given, context) }), {
      seed,
      numRuns: scaled(8, 400),
      interruptAfterTimeLimit: scaled(25_000, 240_000)
    })
    if (!result.failed || result.counterexample === null) return
    const failing = result.counterexample[0].map((step) => `  ${JSON.stringify(step)}`).join('\n')
    report.fault(
      `${(result.errorInstance as Error).message}\nafter, shrunken ${result.numShrinks} times (path ${result.counterexamplePath}):\n${failing}`
    )
  }
}

/** Plays steps on a new collection and on a new model of it. @throws at the first difference. */
async function play (given: readonly Step[], { report }: Context): Promise<void> {
  const closing: Array<() => unknown> = []
  try {
    const { app, api } = await build({ teardown: (work) => { closing.unshift(work) } })
    const accounts = await createAccounts(api)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const session = new Session(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, accounts, report, 1)
    closing.unshift(() => { session.close() })
    const collection = new ModelCollection(accounts)
    for (const [at, step] of given.entries()) {
      await perform(step, collection, session)
      // The actors compare in turn, so that answers cached for each become stale between its turns.
      await compare(ACTORS[at % ACTORS.length]!, collection, session)
      report.steps++
    }
    for (const actor of ACTORS) await compare(actor, collection, session)
  } finally {
    for (const work of closing) await work()
  }
}
