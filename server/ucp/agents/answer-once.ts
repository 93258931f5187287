import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { UcpError } from '../protocol/ucp-error.ts'
import type { Agent } from './read-agent.ts'

/** The protocol demands 128 random bits, which are 22 letters and digits. */
const minKeyLength = 22
const maxKeyLength = 255

interface Write<Answer> {
  readonly database: Database
  readonly agent: Agent
  /** the header `Idempotency-Key`; without one the work is done each time */
  readonly key: string | readonly string[] | undefined
  /** name of the call, such as `create cart` */
  readonly call: string
  /** parameters of the path and the validated body: another request with the same key is a conflict */
  readonly content: unknown
  /** what changes something. Its answer is stored with its changes, and nothing of an error */
  readonly work: (trx: Transaction) => Promise<Answer>
}

/**
 * Does the work of a request once: the same request with the same key gets the stored answer.
 * @throws UcpError 409 for another request with this key, 400 for a key that can be guessed.
 */
export function answerOnce<Answer extends object>({ database, agent, key, call, content, work }: Write<Answer>): Promise<Answer> {
  const isSent = key !== undefined
  if (isSent && (typeof key !== 'string' || key.length < minKeyLength || key.length > maxKeyLength)) {
    throw new UcpError('invalid_request', `An Idempotency-Key has ${minKeyLength} to ${maxKeyLength} characters.`)
  }
  const claim: IdempotencyKey = { scope: `ucp ${call} ${agent.profileUrl}`, key, body: content }
  return retryTransaction(() =>
    inTransaction(database, async (trx) => {
      const stored = await claimKey<Answer>({ trx, claim }).catch(rejectReusedKey)
      if (stored) return stored
      const answer = await work(trx)
      await storeAnswer({ trx, claim, answer })
      return answer
    }),
  )
}

function rejectReusedKey(error: unknown): never {
  const isReused = error instanceof AppError && error.code === 'key_reused'
  throw isReused ? new UcpError('idempotency_conflict', 'This Idempotency-Key was used for another request.') : error
}
