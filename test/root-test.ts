import tap, { type Test } from 'tap'

let root: Test = tap

/** Makes a test the root of the test file that is loaded next. Files that share a process run one after another. */
export function setRoot (test: Test): void {
  root = test
}

/**
 * What compiled test files import as `tap` (bundle.js): the root test of the file, which is a subtest where several
 * files share a process (run-files.ts).
 */
export default new Proxy(tap, {
  get: (_, name) => {
    const member: unknown = Reflect.get(root, name)
    return typeof member === 'function' ? member.bind(root) : member
  },
  set: (_, name, value) => Reflect.set(root, name, value)
})
