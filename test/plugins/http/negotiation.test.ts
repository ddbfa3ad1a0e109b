import t from 'tap'
import { negotiator } from '../../../plugins/http/negotiation.js'

const { formatOf } = negotiator()
const accept = (header: string): string => formatOf({}, header)

t.test('without Accept, or with anything, an answer is JSON-LD', async (t) => {
  t.equal(formatOf({}, undefined), 'jsonld')
  for (const header of ['*/*', 'application/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/png', '', ';;,,q']) {
    t.equal(accept(header), 'jsonld', header)
  }
})

t.test('Accept names a format, in any case and with parameters', async (t) => {
  t.equal(accept('text/turtle'), 'turtle')
  t.equal(accept('text/turtle;q=0.9'), 'turtle')
  t.equal(accept('Text/Turtle; charset=utf-8'), 'turtle')
  t.equal(accept('application/json, text/turtle'), 'turtle')
  t.equal(accept('text/*'), 'turtle')
})

t.test('quality decides, then whether it is named, then our order', async (t) => {
  t.equal(accept('text/turtle;q=0.5, application/rdf+xml;q=0.9'), 'rdfxml')
  t.equal(accept('text/turtle, */*;q=0.1'), 'turtle')
  t.equal(accept('text/turtle, */*'), 'turtle')
  t.equal(accept('text/turtle, application/ld+json'), 'jsonld')
  t.equal(accept('text/turtle, application/rdf+xml'), 'rdfxml')
})

t.test('a format with weight 0 is not sent', async (t) => {
  t.equal(accept('text/turtle;q=0'), 'jsonld')
  t.equal(accept('application/ld+json;q=0, */*'), 'rdfxml')
})

t.test('the parameter format wins over Accept; one that is unknown or a list is ignored', async (t) => {
  t.equal(formatOf({ format: 'ntriples' }, 'text/turtle'), 'ntriples')
  t.equal(formatOf({ format: 'json' }, 'text/turtle'), 'turtle')
  t.equal(formatOf({ format: ['turtle'] }, undefined), 'jsonld')
})
