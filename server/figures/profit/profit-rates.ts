import type { ProfitRates } from '#contract/figures/profit.ts'
import { type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

/** What a parcel and an online payment cost, in paise and basis points. */
export interface StoredRates {
  readonly freight: Paise
  readonly returnFreight: Paise
  readonly feeBp: number
  readonly version: number
}

/** All 0 until somebody has entered them. */
export async function readRates({ database }: { database: Database }): Promise<StoredRates> {
  const row = await database.selectFrom('profit_rates').selectAll().executeTakeFirst()
  return {
    freight: row?.freight_paise ?? toPaise(0),
    returnFreight: row?.return_freight_paise ?? toPaise(0),
    feeBp: row?.fee_bp ?? 0,
    version: row?.version ?? 0,
  }
}

export const presentRates = ({ freight, returnFreight, feeBp, version }: StoredRates): ProfitRates & { version: number } => ({
  freight: toRupees(freight),
  returnFreight: toRupees(returnFreight),
  feePercent: feeBp / 100,
  version,
})

/** What a parcel costs both ways, in rupees. */
export async function readFreight({ database }: { database: Database }): Promise<Pick<ProfitRates, 'freight' | 'returnFreight'>> {
  const { freight, returnFreight } = presentRates(await readRates({ database }))
  return { freight, returnFreight }
}

/** Stores the rates. Returns those before. @throws AppError 409 when they have changed since the administrator saw them */
export async function storeRates({ trx, rates, version }: { trx: Transaction; rates: ProfitRates; version: number }): Promise<ProfitRates> {
  await trx
    .insertInto('profit_rates')
    .values({ freight_paise: toPaise(0), return_freight_paise: toPaise(0), fee_bp: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await trx.selectFrom('profit_rates').select('id').forUpdate().execute()
  const { version: current, ...before } = presentRates(await readRates({ database: trx }))
  if (current !== version) throw new AppError('profit_rates_changed')
  await trx
    .updateTable('profit_rates')
    .set({
      freight_paise: toPaise(rates.freight),
      return_freight_paise: toPaise(rates.returnFreight),
      fee_bp: Math.round(rates.feePercent * 100),
      version: current + 1,
    })
    .execute()
  return before
}
