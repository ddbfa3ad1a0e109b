import { VocabularyPayload, VocabularyQuery, VocabularySchema } from '../schemas/vocabularies.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'vocabularies',
  schema: 'Vocabulary',
  one: 'vocabulary',
  many: 'vocabularies',
  query: VocabularyQuery,
  payload: VocabularyPayload,
  representation: VocabularySchema
})
