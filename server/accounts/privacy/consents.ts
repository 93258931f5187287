import { type Consent, type ConsentPurpose, consentPurposes } from '#contract/accounts/privacy.ts'
import { consentTextVersion } from '#contract/kernel/limits/retention.ts'
import type { Database, Transaction } from '../../database/schema.ts'

/** The last decision of a shopper about each purpose. */
export async function readConsents({ database, userId }: { database: Database; userId: string }): Promise<Consent[]> {
  const rows = await database
    .selectFrom('consents')
    .distinctOn('purpose')
    .select(['purpose', 'given', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('purpose')
    .orderBy('id', 'desc')
    .execute()
  const decisions = new Map(rows.map((row) => [row.purpose, row]))
  // The shopper decides about purchases with an order: before, there is nothing to show.
  return consentPurposes
    .filter((purpose) => purpose !== 'purchases' || decisions.has(purpose))
    .map((purpose) => {
      const decision = decisions.get(purpose)
      return { purpose, given: decision?.given ?? false, decidedAt: decision?.decided_at.toISOString() ?? null }
    })
}

interface ConsentChange {
  readonly database: Database
  readonly userId: string
  readonly purpose: ConsentPurpose
  readonly given: boolean
}

/** Adds a decision, unless it is what the shopper has decided already. Returns all decisions. */
export async function setConsent({ database, userId, purpose, given }: ConsentChange): Promise<Consent[]> {
  return database.transaction().execute(async (trx) => {
    // The lock makes a double click add one row.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const consents = await readConsents({ database: trx, userId })
    if (consents.find((consent) => consent.purpose === purpose)?.given === given) return consents
    await trx
      .insertInto('consents')
      .values({ user_id: userId, purpose, given, text_version: consentTextVersion, source: 'account page' })
      .execute()
    if (purpose === 'purchases' && !given) await withdrawReports({ trx, userId })
    return readConsents({ database: trx, userId })
  })
}

/** Nothing more is said about any order or open payment of the account. */
async function withdrawReports({ trx, userId }: { trx: Transaction; userId: string }): Promise<void> {
  for (const [table, column] of [
    ['orders', 'order_id'],
    ['payments', 'payment_id'],
  ] as const)
    await trx
      .updateTable('purchase_reports')
      .set({ withdrawn_at: new Date(), user_agent: '' })
      .where('withdrawn_at', 'is', null)
      .where(column, 'in', (eb) => eb.selectFrom(table).select(`${table}.id`).where('user_id', '=', userId))
      .execute()
}
