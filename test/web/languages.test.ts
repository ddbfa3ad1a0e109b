import t from 'tap'
import { OPERATOR } from '../../api/core/calls/actor.js'
import vitrine from '../../app.js'
import Fastify from 'fastify'
import { acceptedLanguage } from '../../plugins/request/accepted-language.js'
import { LANGUAGES, wordsOf } from '../../web/languages/languages.js'
import { build, dataFolder, title, WITHOUT_THREADS } from '../helper.js'
import { Person } from './person.js'

const languageOf = (page: string): string | undefined => /<html lang="(\w+)"/.exec(page)?.[1]

t.test('a page is in the language that the browser prefers', async (t) => {
  const { app } = await build(t)
  const ask = async (language?: string) => await app.inject({
    url: '/login', headers: language === undefined ? {} : { 'accept-language': language }
  })
  const german = await ask('de-CH, en;q=0.8')
  t.equal(languageOf(german.payload), 'de')
  t.equal(german.headers['content-language'], 'de')
  t.match(german.headers.vary, /Accept-Language, Cookie/)
  t.match(german.payload, '>Zum Inhalt springen<')
  t.equal(languageOf((await ask()).payload), 'en')
  t.equal(languageOf((await ask('ja')).payload), 'en')
})

t.test('Accept-Language is read with its weights', async (t) => {
  t.equal(acceptedLanguage('fr;q=0.2, es;q=0.9, en;q=0.5'), 'es')
  t.equal(acceptedLanguage('de;q=0, fr;q=0.1'), 'fr')
  t.equal(acceptedLanguage('DE-at'), 'de')
  t.equal(acceptedLanguage('nl, *;q=0.5'), 'en')
  t.equal(acceptedLanguage(';;q=x,,de;q=2'), 'en', 'what is malformed counts for nothing')
})

t.test('a link of the language switch sets a cookie, and redirects to the page without the parameter', async (t) => {
  const { app } = await build(t)
  const person = new Person(app)
  const chosen = await person.get('/login?next=%2Fadmin&lang=fr', { 'accept-language': 'de' })
  t.equal(chosen.statusCode, 303)
  t.equal(chosen.headers.location, '/login?next=%2Fadmin')
  const page = await person.get('/login?next=%2Fadmin', { 'accept-language': 'de' })
  t.equal(languageOf(page.payload), 'fr')
  t.match(page.payload, 'href="/login?next=%2Fadmin&amp;lang=es"')
  t.match(page.payload, '<span lang="fr" aria-current="true">Français</span>')
})

t.test('an unknown language changes nothing', async (t) => {
  const { app } = await build(t)
  for (const query of ['lang=xx', 'lang[]=de', 'lang', 'lang=constructor']) {
    const answer = await app.inject(`/login?${query}`)
    t.equal(answer.statusCode, 200)
    t.equal(languageOf(answer.payload), 'en')
  }
})

t.test('the switch leads to no other host, and carries no key on', async (t) => {
  const { app } = await build(t, {}, { routerOptions: { ignoreDuplicateSlashes: true } })
  t.equal((await app.inject('//login?lang=de')).headers.location, '/login')
  t.notMatch((await app.inject('/login?key_credential=secret&lang=de')).headers.location, 'secret')
})

t.test('after the page of a form that was refused, the switch leads to a page', async (t) => {
  const { app } = await build(t)
  const person = new Person(app)
  await person.get('/login')
  const refused = await person.post('/login', { email: '', password: '' })
  t.match(refused.payload, 'href="/login?lang=de"')
})

t.test('the setting comes before the browser, the switch before the setting', async (t) => {
  const { app } = await build(t, { language: 'es' })
  const person = new Person(app)
  t.equal(languageOf((await person.get('/login', { 'accept-language': 'de' })).payload), 'es')
  await person.get('/login?lang=en')
  t.equal(languageOf((await person.get('/login', { 'accept-language': 'de' })).payload), 'en')
})

t.test('below a prefix the cookie and the links are for that collection only', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(vitrine, { prefix: '/one', data: await dataFolder(t), ...WITHOUT_THREADS })
  const chosen = await app.inject('/one/login?lang=de')
  t.equal(chosen.headers.location, '/one/login')
  t.match(chosen.headers['set-cookie'], /^vitrine_language=de; Path=\/one;/)
  t.match((await app.inject('/one/login')).payload, 'href="/one/login?lang=de"')
})

t.test('every language has all words, and writes numbers its own way', async (t) => {
  t.same(LANGUAGES.map(([language]) => wordsOf(language).number(12345.5)), ['12,345.5', '12\u202f345,5', '12.345,5', '12.345,5'])
  t.equal(wordsOf('en').counted(1, { one: '# item', other: '# items' }), '1 item')
  t.equal(wordsOf('fr').counted(0, { one: '# objet', other: '# objets' }), '0 objet')
  t.equal(wordsOf('de').size(1_500_000), '1,5 MB')
  t.equal(wordsOf('es').day(0), '1 de enero de 1970')
})

t.test('built-in properties and classes are named in the language of the page, all others as they are', async (t) => {
  const { app, api } = await build(t)
  const call = { actor: OPERATOR }
  const { id: template } = await api.resource('resource_templates').create({
    'o:label': 'Drawing', 'o:resource_template_property': [{ 'o:property': { 'o:id': 4 }, 'o:alternate_label': 'Notes' }]
  }, call)
  const { id } = await api.items.create({
    ...title('Dusk'),
    'o:resource_class': { 'o:id': 33 },
    'o:resource_template': { 'o:id': Number(template) },
    'dcterms:creator': [{ '@value': 'Ada Marsh' }],
    'dcterms:description': [{ '@value': 'in ink' }]
  }, call)
  const { payload: page } = await app.inject({ url: `/items/${id}`, headers: { 'accept-language': 'fr' } })
  t.match(page, '<dt title="dcterms:creator">Créateur</dt>')
  t.match(page, '<dt title="dcterms:description">Notes</dt>', 'the template names it')
  t.match(page, 'Image fixe')
  const { payload: json } = await app.inject({ url: `/api/items/${id}`, headers: { 'accept-language': 'fr' } })
  t.match(json, '"property_label":"Creator"', 'programs get the stored labels')
  t.equal(wordsOf('de').labelOf('dcterms:creator', 'Maker'), 'Maker', 'a collection may have named it otherwise')
  t.equal(wordsOf('de').labelOf('museum:room', 'Room'), 'Room')
})

t.test('every property and class of the built-in vocabularies has a name in every language', async (t) => {
  const { api } = await build(t)
  const { properties, classes } = await api.store.terms()
  for (const language of ['fr', 'de', 'es'] as const) {
    // Some names are the same in two languages, but not many.
    const names = [...properties, ...classes].map(({ term, label }) => [label, wordsOf(language).labelOf(term, label)])
    const same = names.filter(([label, name]) => label === name).length
    t.ok(names.length > 250 && same < 40, `${language}: ${same} of ${names.length}`)
  }
})

t.test('French sets a narrow space before high punctuation, Spanish opens questions, German quotes below', async (t) => {
  const textsOf = (words: object): string[] => Object.values(words).flatMap((word: unknown) =>
    typeof word === 'string' ? [word] : typeof word === 'object' ? textsOf(word!) : [])
  for (const text of textsOf(wordsOf('fr'))) t.notMatch(text, /[^\u202f][;?!»:](?!\/)|«[^\u202f]/)
  for (const text of textsOf(wordsOf('es'))) t.equal(text.split('?').length, text.split('¿').length, text)
  for (const text of textsOf(wordsOf('de'))) t.notMatch(text, /["«]|“[^“”]*”/)
})

t.test('errors of a form are in the language of the page', async (t) => {
  const { app, api } = await build(t)
  await api.accounts.createUser({ email: 'ada@example.org', name: 'Ada', role: 'global_admin', password: 'quiet case' })
  const person = new Person(app)
  await person.get('/login?lang=de')
  await person.get('/login')
  const problem = (page: string, field: string): string | undefined =>
    new RegExp(`id="${field}-problem">([^<]*)<`).exec(page)?.[1]
  t.equal(problem((await person.post('/login', { email: '' })).payload, 'email'), 'Geben Sie eine E-Mail-Adresse ein.')
  const wrong = await person.post('/login', { email: 'ada@example.org', password: 'no' })
  t.equal(problem(wrong.payload, 'password'), 'E-Mail-Adresse oder Passwort ist falsch.')
  await person.signIn('ada@example.org', 'quiet case')
  const user = { name: '', email: 'ada@example.org', role: 'editor', password: 'short' }
  const { payload: added } = await person.post('/admin/user/add', user)
  t.equal(problem(added, 'name'), 'Geben Sie einen Namen ein.')
  t.equal(problem(added, 'email'), 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.')
  t.equal(problem(added, 'password'), 'Ein Passwort hat mindestens 8 Zeichen.')
  const change = { current: 'no', password: 'another case', repeated: 'another case' }
  const { payload: changed } = await person.post('/admin/user/1/password', change)
  t.equal(problem(changed, 'current'), 'Das ist nicht Ihr bisheriges Passwort.')
  const { payload: key } = await person.post('/admin/user/1/keys', { identity: 'i'.repeat(32), label: '', expires: '2001-01-01' })
  t.equal(problem(key, 'label'), 'Geben Sie dem Schlüssel eine Bezeichnung.')
  t.equal(problem(key, 'expires'), 'Das Ablaufdatum muss in der Zukunft liegen.')
})

t.test('the index of the API and pages of errors are in the language of the reader', async (t) => {
  const { app } = await build(t)
  const headers = { 'accept-language': 'es', accept: 'text/html' }
  const index = await app.inject({ url: '/api', headers })
  t.equal(languageOf(index.payload), 'es')
  t.match(index.payload, 'sus términos se explican')
  t.match((await app.inject({ url: '/admin/nothing', headers })).payload, 'Aquí no hay nada')
})
