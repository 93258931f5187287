import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Tables } from './schema.ts'

export interface IdempotencyKey {
  /** who and which call: a key means nothing outside its scope */
  readonly scope: string
  readonly key: string
  /** the request's body after its checks */
  readonly body: unknown
}

const takeFingerprint = ({ body }: IdempotencyKey): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/**
 * Takes the key for this transaction. Returns the first answer when the key has already been used; a rival that
 * still runs is waited for by the database. Throws `AppError` (409) when the key came with another body.
 */
export async function claimKey<Answer extends object>({
  trx,
  claim,
}: {
  trx: Transaction<Tables>
  claim: IdempotencyKey
}): Promise<Answer | undefined> {
  const { scope, key } = claim
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, fingerprint: takeFingerprint(claim) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n ? undefined : findStoredAnswer<Answer>({ database: trx, claim })
}

/** The answer that is kept for a key; undefined when there is none. Throws `AppError` (409) when the key came with another body. */
export async function findStoredAnswer<Answer extends object>({
  database,
  claim,
}: {
  database: Database
  claim: IdempotencyKey
}): Promise<Answer | undefined> {
  const kept = await database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  if (kept && kept.fingerprint !== takeFingerprint(claim)) throw new AppError('key_reused')
  return kept?.answer as Answer | undefined
}

/**
 * The part of a statement that takes a key and keeps its answer at once, for each row of `from`. A key that is taken ends
 * the whole statement with an error (`isKeyTaken`), so that nothing of it stays.
 */
export function writeKey({ claim, answer, from }: { claim: IdempotencyKey; answer: RawBuilder<object>; from: RawBuilder<unknown> }) {
  return sql`
    insert into idempotency_keys (scope, key, fingerprint, answer)
    select ${claim.scope}, ${claim.key}, ${takeFingerprint(claim)}, ${answer} from ${from}`
}

/** Whether a statement failed because its key was taken meanwhile. */
export const isKeyTaken = (problem: unknown): boolean =>
  problem instanceof Error && (problem as { constraint?: string }).constraint === 'idempotency_keys_pkey'

export async function storeAnswer({
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
