import { ValueAnnotationPayload, ValueAnnotationQuery, ValueAnnotationSchema } from '../schemas/value-annotations.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'value_annotations',
  schema: 'ValueAnnotation',
  one: 'annotation of a value',
  many: 'annotations of values',
  query: ValueAnnotationQuery,
  payload: ValueAnnotationPayload,
  representation: ValueAnnotationSchema
})
