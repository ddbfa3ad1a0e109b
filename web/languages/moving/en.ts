import type { Formats } from '../formats.js'

/** The words of the pages Import and Jobs in English. The other languages have the same members. */
export const movingEn = ({ counted }: Formats) => ({
  /** What runs and ran. */
  jobs: {
    title: 'Jobs',
    lead: 'Long work, one after the other: what runs, and what ran.',
    count: (jobs: number) => counted(jobs, { one: '# job.', other: '# jobs.' }),
    none: 'Nothing has run yet. Imports and other long work are listed here.',
    /** Kinds of job, by the last part of their class. */
    classes: {
      Import: 'Import',
      ImportVocabulary: 'Import of a vocabulary',
      RenewTitles: 'New titles',
      IndexFullText: 'Index for full text'
    },
    statuses: {
      starting: 'Waiting',
      in_progress: 'Running',
      stopping: 'Stopping',
      completed: 'Completed',
      stopped: 'Stopped',
      error: 'Failed'
    },
    unknown: 'Unknown',
    number: (id: string) => `No. ${id}`,
    status: 'Status',
    progress: 'Progress',
    owner: 'Started by',
    nobody: 'the program',
    started: 'Started',
    ended: 'Ended',
    duration: 'Duration',
    refreshes: 'This page follows the job by itself.',
    log: 'Log',
    noLog: 'Nothing is in the log yet.',
    lines: (from: string, to: string, all: string) => `Lines ${from} to ${to} of ${all}`,
    stop: 'Stop',
    stopText: 'What it has done so far stays.',
    stopJob: 'Stop the job',
    over: 'This job has ended already.'
  }
})

export type MovingWords = ReturnType<typeof movingEn>
