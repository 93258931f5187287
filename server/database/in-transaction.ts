import type { Database, Transaction } from './schema.ts'

/** Runs work in the transaction that `database` is, or in a new one. */
export function inTransaction<Result>(database: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return database.isTransaction ? work(database as Transaction) : database.transaction().execute(work)
}
