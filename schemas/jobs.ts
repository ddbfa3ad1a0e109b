import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, Nullable, Payload, Reference, Representation, TypedDate } from './common.js'
import { ListQuery } from './query.js'

export const JobSchema = Representation({
  'o:status': Nullable(Type.Union(['starting', 'stopping', 'in_progress', 'completed', 'stopped', 'error'].map((status) => Type.Literal(status)))),
  'o:job_class': Type.String(),
  'o:args': FreeJson,
  'o:owner': Nullable(Reference),
  'o:started': TypedDate,
  'o:ended': Nullable(TypedDate)
})
export type Job = Static<typeof JobSchema>

export const JobPayload = Payload({})

export const JobQuery = ListQuery('id, status, class, started, ended, owner_email', { class: 'Class', status: 'Status' })

export const JobLog = Type.Object({
  'o:id': Type.Integer(),
  'o:status': Nullable(Type.String()),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'In percent' }),
  log: Type.Array(Type.String({ description: 'When, and what happened' }))
})
