import t from 'tap'
import { Ledger, payloadOf, type Found } from '../../torture/kills/ledger.js'

const shown = (id: number, title: string): Found => ({
  'o:id': id, 'o:title': title, 'o:media': [], 'o:is_public': true, ...payloadOf(title)
})

/** A ledger with item 1, "a", whose creation was answered. */
function withItem (): Ledger {
  const ledger = new Ledger()
  ledger.creating({ title: 'a' })
  ledger.created(1, { title: 'a' })
  return ledger
}

t.test('acknowledged writes must exist completely', async (t) => {
  t.same(withItem().compare([shown(1, 'a')]), [])
  t.match(withItem().compare([]), [/item 1 should be .*"a".* missing/])
  t.match(withItem().compare([{ ...shown(1, 'a'), 'dcterms:subject': [] }]), [/item 1 should be/])
  t.match(withItem().compare([shown(1, 'a'), shown(2, 'b')]), [/item 2 .* never asked for/])
})

t.test('a deletion without an answer has happened or not, and stays so', async (t) => {
  const happened = withItem()
  happened.changing(1, null)
  t.same(happened.compare([]), [])
  t.same(happened.compare([]), [], 'it is gone the next time too')
  t.match(happened.compare([shown(1, 'a')]), [/item 1 should be \[null\]/], 'it does not come back')
  const not = withItem()
  not.changing(1, null)
  t.same(not.compare([shown(1, 'a')]), [])
  t.match(not.compare([]), [/item 1 should be .* missing/], 'it does not go later')
})

t.test('a change without an answer counts from what is found', async (t) => {
  const ledger = withItem()
  ledger.changing(1, { title: 'b' })
  t.same(ledger.compare([shown(1, 'b')]), [])
  t.match(ledger.compare([shown(1, 'a')]), [/item 1 should be/])
})
