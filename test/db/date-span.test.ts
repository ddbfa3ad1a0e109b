import t from 'tap'
import { comparisonKeys, dateSpan } from '../../db/keys/comparison-keys.js'

/** A day as JavaScript counts it. */
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000

t.test('a date is the days from its first to its last', async (t) => {
  const dates: Array<[string, string, string]> = [
    ['1890', '1890-01-01', '1890-12-31'],
    ['1890-05', '1890-05-01', '1890-05-31'],
    ['1890-05-12', '1890-05-12', '1890-05-12'],
    [' 1890 ', '1890-01-01', '1890-12-31'],
    ['1900-02', '1900-02-01', '1900-02-28'],
    ['2000-02', '2000-02-01', '2000-02-29'],
    ['1896-12', '1896-12-01', '1896-12-31'],
    ['0000', '0000-01-01', '0000-12-31'],
    ['-0300', '-000300-01-01', '-000300-12-31'],
    ['-0301-03-01', '-000301-03-01', '-000301-03-01'],
    ['189X', '1890-01-01', '1899-12-31'],
    ['18XX', '1800-01-01', '1899-12-31'],
    ['-01XX', '-000199-01-01', '-000100-12-31'],
    ['1890-XX', '1890-01-01', '1890-12-31'],
    ['1890-05-XX', '1890-05-01', '1890-05-31'],
    ['1890-1X', '1890-10-01', '1890-12-31'],
    ['1890-02-2X', '1890-02-20', '1890-02-28'],
    ['1890~', '1890-01-01', '1890-12-31'],
    ['1890?', '1890-01-01', '1890-12-31'],
    ['1890-05%', '1890-05-01', '1890-05-31'],
    ['~1890-?05-12', '1890-05-12', '1890-05-12'],
    ['1890/1900', '1890-01-01', '1900-12-31'],
    ['1890-05/1890-06-03', '1890-05-01', '1890-06-03'],
    ['189X/1905~', '1890-01-01', '1905-12-31'],
    ['1890-05-12T10:20', '1890-05-12', '1890-05-12'],
    ['1890-05-12T10:20:30.5+02:00', '1890-05-12', '1890-05-12'],
    ['Y12345', '+012345-01-01', '+012345-12-31']
  ]
  for (const [text, first, last] of dates) t.same(dateSpan(text), { earliest: day(first), latest: day(last) }, text)
})

t.test('an open end is beyond every date', async (t) => {
  const { earliest, latest } = dateSpan('1890')!
  for (const text of ['1890/..', '1890/']) t.match(dateSpan(text), { earliest, latest: Number.MAX_SAFE_INTEGER }, text)
  for (const text of ['../1890', '/1890']) t.match(dateSpan(text), { earliest: Number.MIN_SAFE_INTEGER, latest }, text)
  t.ok(dateSpan('Y999999999')!.latest < Number.MAX_SAFE_INTEGER)
})

t.test('a text that is no date has no days', async (t) => {
  for (const text of [
    '',
    ' ',
    '..',
    '/',
    '../..',
    '189',
    '18900',
    '1890-13',
    '1890-00',
    '1890-02-30',
    '1900-02-29',
    '1890-5',
    '1890-5-1',
    '1890/1880',
    '1890/1891/1892',
    '1890/x',
    '1890--05',
    'circa 1890',
    '1890s',
    'x'.repeat(100),
    '1890-05-12 10:20',
    '189x',
    '1890-21',
    '1890'.padEnd(70)
  ]) { t.equal(dateSpan(text), undefined, text) }
})

t.test('every day of four centuries follows the one before', async (t) => {
  let before = dateSpan('1799-12-31')!.latest
  for (let year = 1800; year < 2200; year++) {
    for (let month = 1; month <= 12; month++) {
      const { earliest, latest } = dateSpan(`${year}-${String(month).padStart(2, '0')}`)!
      if (earliest !== before + 1 || latest - earliest < 27) t.fail(`${year}-${month}`)
      before = latest
    }
  }
  t.equal(before, day('2199-12-31'))
})

t.test('numbers are numbers, years are both, words are neither', async (t) => {
  t.match(comparisonKeys(' 12.50 '), { number: 12.5, earliest: null })
  t.match(comparisonKeys('-1e3'), { number: -1000, earliest: null })
  t.match(comparisonKeys('.5'), { number: 0.5, earliest: null })
  t.match(comparisonKeys('1890'), { number: 1890, earliest: day('1890-01-01') })
  t.match(comparisonKeys('1890-05'), { number: null, earliest: day('1890-05-01') })
  for (const text of ['1e999', '1,5', '0x1F', '12 cm', 'Infinity', 'twelve', '', null]) {
    t.same(comparisonKeys(text), { number: null, earliest: null, latest: null }, `${text}`)
  }
})
