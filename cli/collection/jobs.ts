import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { JobReport } from '../../api/runtime/jobs/job-list.js'
import { jobId } from '../terminal/arguments.js'
import { CommandError, inFlags } from '../terminal/explain.js'
import { withApi } from '../terminal/with-api.js'

interface Flags { data?: string }
const DETAILS = `
Jobs are imports and other long-running work, such as new titles for many resources or rebuilding the full-text index.
They run one after another, in the server or in the command that started them. The server continues interrupted jobs.
`

/** `vitrine job list`, `show`, `stop` and `reindex`. */
export function addJobs (program: Command): void {
  const jobs = program.command('job').description('List, watch and stop long-running work').addHelpText('after', DETAILS)

  jobs.command('list').description('Show the latest jobs').action(async (flags: Flags) => {
    const latest = { sort_by: 'id', sort_order: 'desc', limit: 50 } as const
    const list = await withApi(flags, async (api) =>
      (await api.resource('jobs').search(latest, { actor: OPERATOR })).json())
    for (const { 'o:id': id, 'o:status': status, 'o:job_class': name, 'o:started': started } of list) {
      process.stdout.write(`${String(id).padStart(6)}  ${(status ?? '').padEnd(11)}  ${started['@value']}  ${name}\n`)
    }
  })
  jobs.command('show').description('Show how far a job has come, and its log')
    .argument('<id>', 'Id of the job', jobId)
    .action(async (id: number, flags: Flags) => {
      print(await withApi(flags, async (api) => await api.jobs.report(id, OPERATOR)))
    })
  jobs.command('stop').description('Stop a job; what it has done stays')
    .argument('<id>', 'Id of the job', jobId)
    .action(async (id: number, flags: Flags) => {
      await withApi(flags, async (api) => { await api.jobs.stop(id, OPERATOR) })
      process.stdout.write(`Job ${id} is to stop.\n`)
    })
  jobs.command('reindex').description('Rebuild the full-text index').action(async (flags: Flags) => {
    print(await withApi(flags, async (api) => await api.rebuildFullText()))
  })
}

/** Prints the state and the log of a job. @throws CommandError if the job has failed. */
export function print ({ id, name, status, progress, log }: JobReport): void {
  process.stdout.write(
    `Job ${id}, ${name}: ${status ?? 'unknown'}, ${progress} %\n${log.map((line) => `  ${inFlags(line)}\n`).join('')}`
  )
  if (status === 'error') throw new CommandError(`Job ${id} has failed.`)
}
