import type { Formats } from '../formats.js'
import type { MovingWords } from './en.js'

export const movingFr = ({ counted }: Formats): MovingWords => ({
  jobs: {
    title: 'Tâches',
    lead: 'Les longs travaux, l’un après l’autre\u202f: ce qui est en cours et ce qui a été fait.',
    count: (jobs) => counted(jobs, { one: '# tâche.', other: '# tâches.' }),
    none: 'Rien n’a encore été fait. Les importations et autres longs travaux figureront ici.',
    classes: {
      Import: 'Importation',
      ImportVocabulary: 'Importation d’un vocabulaire',
      RenewTitles: 'Nouveaux titres',
      IndexFullText: 'Index du texte intégral'
    },
    statuses: {
      starting: 'En attente',
      in_progress: 'En cours',
      stopping: 'En cours d’arrêt',
      completed: 'Terminée',
      stopped: 'Arrêtée',
      error: 'Échouée'
    },
    unknown: 'Inconnu',
    number: (id) => `N° ${id}`,
    status: 'État',
    progress: 'Avancement',
    owner: 'Lancée par',
    nobody: 'le programme',
    started: 'Début',
    ended: 'Fin',
    duration: 'Durée',
    refreshes: 'Cette page suit la tâche d’elle-même.',
    log: 'Journal',
    noLog: 'Le journal est encore vide.',
    lines: (from, to, all) => `Lignes ${from} à ${to} sur ${all}`,
    stop: 'Arrêter',
    stopText: 'Ce qui est déjà fait reste.',
    stopJob: 'Arrêter la tâche',
    over: 'Cette tâche est déjà finie.'
  }
})
