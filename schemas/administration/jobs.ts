import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, Deleted, FreeJson, Nullable, OneOf, Reference, Representation, TypedDate } from '../shared/common.js'

const Status = OneOf(['starting', 'stopping', 'in_progress', 'completed', 'stopped', 'error'])

export const Job = Representation('o:Job', {
  'o:status': Nullable(Status),
  'o:job_class': Type.String({ description: 'What is done' }),
  'o:args': FreeJson,
  'o:owner': Nullable(Reference),
  'o:started': TypedDate,
  'o:ended': Nullable(TypedDate)
})
export type Job = Static<typeof Job>

export const DeletedJob = Deleted(Job)
export type DeletedJob = Static<typeof DeletedJob>

/** Progress and log of a job. */
export const JobLog = Type.Object({
  'o:id': Type.Integer(),
  'o:status': Nullable(Status),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent' }),
  log: Type.Array(Type.String({ description: 'When, and what happened' }))
}, { ...CLOSED, $id: 'JobLog' })
export type JobLog = Static<typeof JobLog>
