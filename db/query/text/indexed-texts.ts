import { numbersOf } from '../statements/ids.js'
import type { Database } from '../statements/database.js'
import type { Part } from '../tokens/full-text-query.js'
import { statisticsOf } from './full-text-statistics.js'
import { rowsWith, type FullTextIndex, type FullTextScope } from './full-text.js'
import { Postings } from '../tokens/postings.js'
import type { CountedDocuments, Texts } from './relevance.js'

/** Reads the texts of documents from a full-text index. */
export class IndexedTexts implements Texts {
  constructor (
    private readonly database: Database, private readonly index: FullTextIndex, private readonly scope: FullTextScope
  ) {}

  async documents (): Promise<CountedDocuments> {
    return await statisticsOf(this.database, this.index, this.scope)
  }

  async containing (token: string): Promise<Postings> {
    return await this.database.$native.postingsOf(this.index, token, this.scope.withHidden)
  }

  async holding (sequences: readonly Part[]): Promise<Postings> {
    return Postings.once(await numbersOf(this.database, rowsWith(this.index, sequences, this.scope)))
  }
}
