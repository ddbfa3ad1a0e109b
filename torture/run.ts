import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../bench/processes/build.js'
import { parseArguments } from './args.js'
import { faults } from './faults/faults.js'
import { floods } from './floods/floods.js'
import { folders } from './folders/folders.js'
import { fuzz } from './fuzz/fuzz.js'
import { kills } from './kills/kills.js'
import { model } from './model/model.js'
import { Random } from './random.js'
import { Report, summary, type Finding } from './report.js'
import { swarm } from './swarm/swarm.js'
import type { Torture } from './torture.js'

const TORTURES: readonly Torture[] = [kills, model, fuzz, floods, swarm, folders, faults]

const { seed, isShort, only, keeps } = parseArguments(process.argv, TORTURES)
process.stdout.write(`Seed ${seed}\n`)
await build()
const findings: Finding[] = []
for (const torture of TORTURES.filter(({ name }) => only.includes(name))) findings.push(await run(torture))
process.stdout.write(summary(findings))
// Sockets that were left open on purpose would keep the process alive.
process.exit(findings.some(({ faults }) => faults.length > 0) ? 1 : 0)

async function run (torture: Torture): Promise<Finding> {
  process.stderr.write(`${torture.name}: ${torture.description}\n`)
  const report = new Report()
  const folder = await mkdtemp(path.join(tmpdir(), `vitrine-torture-${torture.name}-`))
  const begin = performance.now()
  const scaled = (short: number, long: number): number => isShort ? short : long
  try {
    await torture.run({ report, random: Random.named(seed, torture.name), seed, isShort, folder, scaled })
  } catch (error) {
    report.fault(`the torture itself failed: ${(error as Error).stack}`)
  }
  const finding = report.finding(torture.name, (performance.now() - begin) / 1000)
  if (keeps && finding.faults.length > 0) finding.notes.push(`the data is kept in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
  return finding
}
