import t from 'tap'
import { vitrine } from './program.js'

t.test('an unknown command names the nearest one and exits with 2', async (t) => {
  const { code, stderr } = await vitrine(t, ['srve'])
  t.equal(code, 2)
  t.equal(stderr, "vitrine: unknown command 'srve' (Did you mean serve?)\n")
})

t.test('an unknown flag names the nearest one and exits with 2', async (t) => {
  const { code, stderr } = await vitrine(t, ['serve', '--prot', '1'])
  t.equal(code, 2)
  t.equal(stderr, "vitrine: unknown option '--prot' (Did you mean --port?)\n")
})

t.test('a missing flag is reported in one line and exits with 2', async (t) => {
  const { code, stderr } = await vitrine(t, ['user', 'create'])
  t.equal(code, 2)
  t.equal(stderr, "vitrine: required option '--email <address>' not specified\n")
})

t.test('an unknown role is refused with the roles there are', async (t) => {
  const { code, stderr } = await vitrine(t, [
    'user', 'create', '--email', 'a@example.org', '--name', 'A', '--role', 'boss'
  ])
  t.equal(code, 2)
  t.match(stderr, /^vitrine: .*Allowed choices are global_admin, .*researcher\.\n$/)
})

t.test('every command has help that names its flags', async (t) => {
  for (const [command, flag] of [
    ['serve', '--product-aliases'],
    ['user create', '--inactive'],
    ['key create', '--credential'],
    ['import', '--dry-run']
  ] as const) {
    const { code, stdout } = await vitrine(t, [...command.split(' '), '--help'])
    t.equal(code, 0)
    t.match(stdout, `Usage: vitrine ${command}`)
    t.match(stdout, flag)
  }
})
