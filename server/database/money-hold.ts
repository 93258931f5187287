import { sql } from 'kysely'
import { AppError } from '../kernel/errors.ts'
import type { Database, Transaction } from './schema.ts'

/** Whether money is held: a backup was restored, and what may have been paid since is not answered. */
export const isMoneyHeld = sql<boolean>`exists (select from restores where ended_at is null)`

/** @throws AppError 409 while money is held after a restore. */
export async function rejectHeldMoney({ database }: { database: Database | Transaction }): Promise<void> {
  const { isHeld } = await database.selectNoFrom(isMoneyHeld.as('isHeld')).executeTakeFirstOrThrow()
  if (isHeld) throw new AppError('money_held')
}
