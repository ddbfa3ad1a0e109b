import { pathToFileURL } from 'node:url'
import t from 'tap'
import { MissingProgram } from './programs.js'
import { setRoot } from './root-test.js'

// Runs test files one after another in this process: loading the program takes longer than most of them.
for (const file of process.argv.slice(2)) {
  await t.test(file, async (t) => {
    setRoot(t)
    try {
      await import(pathToFileURL(file).href)
    } catch (error) {
      if (!(error instanceof MissingProgram)) throw error
      t.pass('', { skip: error.message })
    }
  })
}
