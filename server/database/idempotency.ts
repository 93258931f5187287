import { createHash } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import type { Database, Transaction } from './schema.ts'

export interface IdempotencyKey {
  /** the call and its user: the same key in another scope is another key */
  readonly scope: string
  /** undefined when the client sent none: nothing is stored then */
  readonly key: string | undefined
  /** the validated request body */
  readonly body: unknown
}

const hashBody = ({ body }: IdempotencyKey): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

interface Claim {
  readonly trx: Transaction
  readonly claim: IdempotencyKey
}

/**
 * Claims the key for this transaction. Returns the stored answer when the key was used before; waits for another transaction
 * that is using it. Throws `AppError` (409) when the key was used with another body.
 */
export async function claimKey<Answer extends object>({ trx, claim }: Claim): Promise<Answer | undefined> {
  const { scope, key } = claim
  if (key === undefined) return undefined
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, fingerprint: hashBody(claim) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n ? undefined : findStoredAnswer<Answer>({ database: trx, claim })
}

/** The answer stored under a key, if any. Throws `AppError` (409) when the key was used with another body. */
export async function findStoredAnswer<Answer extends object>({
  database,
  claim,
}: {
  database: Database
  claim: IdempotencyKey
}): Promise<Answer | undefined> {
  if (claim.key === undefined) return undefined
  const stored = await database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  if (stored && stored.fingerprint !== hashBody(claim)) throw new AppError('key_reused')
  return stored?.answer as Answer | undefined
}

/** Stores the answer under a key that this transaction has claimed. */
export async function storeAnswer({ trx, claim: { scope, key }, answer }: Claim & { answer: object }): Promise<void> {
  if (key === undefined) return
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}
