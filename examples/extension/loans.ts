import { envelope, ValidationError, type Api, type Representation, type ResourceType } from 'vitrine'
import { eq, idColumn, inArray, integer, sql, sqliteTable, text } from 'vitrine/sql'

const loan = sqliteTable('app_loan', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  borrower: text('borrower').notNull()
})

/** Makes the table, in the database of the collection. To be called before anything is served. */
export async function migrate (api: Api): Promise<void> {
  await api.store.write(async (database) => {
    await database.run(sql`CREATE TABLE IF NOT EXISTS app_loan (${idColumn}, borrower TEXT NOT NULL)`)
  })
}

function borrowerOf ({ 'ex:borrower': borrower }: Record<string, unknown>): string {
  if (typeof borrower === 'string' && borrower !== '') return borrower
  throw ValidationError.of('ex:borrower', 'A loan needs a borrower.')
}

/** Loans. Without `allows` every client may read them, and administrators may change them. */
export const loans: ResourceType = {
  name: 'loans',
  entity: 'Loan',
  operations: ['search', 'read', 'create', 'update', 'delete'],
  table: loan,
  visible: () => undefined,
  filters: { borrower: (value) => eq(loan.borrower, String(value)) },
  sorts: { id: loan.id, borrower: loan.borrower },
  scalars: { borrower: { column: loan.borrower } },
  entityOf: async (_context, id) => ({ id }),
  async represent ({ database }, ids) {
    const rows = await database.select().from(loan).where(inArray(loan.id, [...ids]))
    return new Map(rows.map(({ id, borrower }): [number, Representation] => [
      id, { ...envelope('loans', 'ex:Loan', id), 'ex:borrower': borrower }
    ]))
  },
  writer: {
    async create ({ database }, payload) {
      const [row] = await database.insert(loan).values({ borrower: borrowerOf(payload) }).returning({ id: loan.id })
      return row!.id
    },
    async update ({ database }, id, payload) {
      await database.update(loan).set({ borrower: borrowerOf(payload) }).where(eq(loan.id, id))
      return {}
    },
    async delete ({ database }, id) {
      await database.delete(loan).where(eq(loan.id, id))
      return {}
    }
  }
}
