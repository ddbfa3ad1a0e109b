import { JobPayload, JobQuery, JobSchema } from '../schemas/jobs.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'jobs',
  schema: 'Job',
  one: 'job',
  many: 'jobs',
  query: JobQuery,
  payload: JobPayload,
  representation: JobSchema
})
