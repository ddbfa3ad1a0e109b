import type { Formats } from '../formats.js'
import type { MovingWords } from './en.js'

export const movingDe = ({ counted }: Formats): MovingWords => ({
  jobs: {
    title: 'Aufträge',
    lead: 'Lange Arbeiten, eine nach der anderen: was läuft und was gelaufen ist.',
    count: (jobs) => counted(jobs, { one: '# Auftrag.', other: '# Aufträge.' }),
    none: 'Noch ist nichts gelaufen. Importe und andere lange Arbeiten stehen dann hier.',
    classes: {
      Import: 'Import',
      ImportVocabulary: 'Import eines Vokabulars',
      RenewTitles: 'Neue Titel',
      IndexFullText: 'Index für die Volltextsuche'
    },
    statuses: {
      starting: 'Wartet',
      in_progress: 'Läuft',
      stopping: 'Wird angehalten',
      completed: 'Fertig',
      stopped: 'Angehalten',
      error: 'Fehlgeschlagen'
    },
    unknown: 'Unbekannt',
    number: (id) => `Nr. ${id}`,
    status: 'Stand',
    progress: 'Fortschritt',
    owner: 'Begonnen von',
    nobody: 'vom Programm',
    started: 'Beginn',
    ended: 'Ende',
    duration: 'Dauer',
    refreshes: 'Diese Seite folgt dem Auftrag von selbst.',
    log: 'Protokoll',
    noLog: 'Im Protokoll steht noch nichts.',
    lines: (from, to, all) => `Zeilen ${from} bis ${to} von ${all}`,
    stop: 'Anhalten',
    stopText: 'Was bis jetzt getan ist, bleibt.',
    stopJob: 'Den Auftrag anhalten',
    over: 'Dieser Auftrag ist schon zu Ende.'
  }
})
