import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { temporaryFolder } from '../helper.js'
import { vitrine } from './program.js'

const TURTLE = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/ns#size> a rdf:Property ; rdfs:label "Size" , "Größe"@de ; rdfs:comment "How large" .
<http://example.org/ns#Thing> a rdfs:Class .
`

t.test('a vocabulary is previewed, imported and brought up to date; its jobs can be looked at', async (t) => {
  const data = await temporaryFolder(t)
  const file = path.join(data, 'ns.ttl')
  await writeFile(file, TURTLE)
  const run = async (...args: string[]) => await vitrine(t, [...args, '--data', data])
  const args = ['vocabulary', 'import', file, '--prefix', 'ex', '--namespace', 'http://example.org/ns#']

  t.match(await run(...args, '--dry-run'), {
    code: 0, stdout: '+ property  ex:size  Size\n+ class     ex:Thing  Thing\nNothing was written.\n'
  })
  t.match(await run(...args, '--dry-run', '--lang', 'de', '--comment-property', 'http://example.org/ns#note'), {
    code: 0, stdout: '+ property  ex:size  Größe\n'
  })
  t.match(await run(...args, '--lang', 'no language'), { code: 1, stderr: /"no language" is not a language tag/ })
  t.match(await run(...args, '--label', 'Example'), {
    code: 0, stdout: /^Job 1, Vitrine\\Job\\ImportVocabulary: completed, 100 %\n.*Properties: 1 added/s
  })
  await writeFile(file, TURTLE.replace('"Size"', '"Extent"').replace('#Thing', '#Other'))
  t.match(await run(...args, '--dry-run'), {
    stdout: '~ property  ex:size  Size -> Extent\n+ class     ex:Other  Other\n- class     ex:Thing  Thing\n'
  })
  t.match(await run('vocabulary', 'import', file, '--prefix', 'o', '--namespace', 'http://example.org/o#'), {
    code: 1, stdout: /has no properties/, stderr: 'vitrine: Job 2 has failed.\n'
  })

  t.match(await run('job', 'reindex'), { code: 0, stdout: /^Job 3, Vitrine\\Job\\IndexFullText: completed/ })
  t.match(await run('job', 'list'), {
    code: 0, stdout: /^ {5}3 {2}completed.*\n {5}2 {2}error.*\n {5}1 {2}completed .*ImportVocabulary\n$/
  })
  t.match(await run('job', 'show', '1'), { code: 0, stdout: /Completed/ })
  t.match(await run('job', 'stop', '1'), { code: 1, stderr: 'vitrine: There is no job 1 that could be stopped.\n' })
})
