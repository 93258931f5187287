import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from './database/tables.ts'
import { Refused } from './http/refusals.ts'

export interface IdempotencyKey {
  /** who and which call: a key means nothing outside its scope */
  readonly scope: string
  readonly key: string
  /** the request's body after its checks */
  readonly body: unknown
}

/**
 * Takes the key for this transaction. Returns the first answer when the key has already placed an order; a rival that
 * still runs is waited for by the database. Throws `Refused` (409) when the key came with another body.
 */
export async function claimKey<Answer extends object>({
  trx,
  claim,
}: {
  trx: Transaction<Tables>
  claim: IdempotencyKey
}): Promise<Answer | undefined> {
  const fingerprint = createHash('sha256').update(JSON.stringify(claim.body)).digest('hex')
  const { scope, key } = claim
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined
  const kept = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (kept.fingerprint !== fingerprint) throw new Refused({ status: 409, code: 'key_reused' })
  return kept.answer as Answer
}

export async function keepAnswer({
  trx,
  claim,
  answer,
}: {
  trx: Transaction<Tables>
  claim: IdempotencyKey
  answer: object
}): Promise<void> {
  const { scope, key } = claim
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}
