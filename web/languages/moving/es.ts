import type { Formats } from '../formats.js'
import type { MovingWords } from './en.js'

export const movingEs = ({ counted }: Formats): MovingWords => ({
  jobs: {
    title: 'Tareas',
    lead: 'Los trabajos largos, uno tras otro: lo que está en marcha y lo que ya se hizo.',
    count: (jobs) => counted(jobs, { one: '# tarea.', other: '# tareas.' }),
    none: 'Todavía no se ha hecho nada. Aquí aparecerán las importaciones y otros trabajos largos.',
    classes: {
      Import: 'Importación',
      ImportVocabulary: 'Importación de un vocabulario',
      RenewTitles: 'Títulos nuevos',
      IndexFullText: 'Índice de texto completo'
    },
    statuses: {
      starting: 'En espera',
      in_progress: 'En marcha',
      stopping: 'Deteniéndose',
      completed: 'Terminada',
      stopped: 'Detenida',
      error: 'Fallida'
    },
    unknown: 'Desconocido',
    number: (id) => `N.º ${id}`,
    status: 'Estado',
    progress: 'Avance',
    owner: 'Iniciada por',
    nobody: 'el programa',
    started: 'Inicio',
    ended: 'Fin',
    duration: 'Duración',
    refreshes: 'Esta página sigue la tarea por sí sola.',
    log: 'Registro',
    noLog: 'El registro todavía está vacío.',
    lines: (from, to, all) => `Líneas ${from} a ${to} de ${all}`,
    stop: 'Detener',
    stopText: 'Lo que ya está hecho se conserva.',
    stopJob: 'Detener la tarea',
    over: 'Esta tarea ya ha terminado.'
  }
})
