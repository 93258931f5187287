import { type Consent, type ConsentPurpose, consentPurposes } from '#contract/accounts/privacy.ts'
import { consentTextVersion } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../../database/schema.ts'

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
  return consentPurposes.map((purpose) => {
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
    return readConsents({ database: trx, userId })
  })
}
