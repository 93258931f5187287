import { accountErrors } from '#contract/accounts/account-errors.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

const digitCount = 4

/** How long an account with a common PIN and no other proof waits: as long as the budgets of common PINs last. */
const waitSeconds = 3_600

/**
 * Checks the last four digits of the phone of an account's last order.
 *
 * @throws AppError 401 when they are missing or wrong.
 * @throws AppError 429 when the account has no order.
 */
export async function checkPhoneDigits({
  database,
  userId,
  typed,
}: {
  database: Database
  userId: string
  /** also the whole number */
  typed: string | undefined
}): Promise<void> {
  const order = await database
    .selectFrom('orders')
    .select('delivery_address')
    .where('user_id', '=', userId)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const readLast = (text: string) => text.replace(/\D/g, '').slice(-digitCount)
  const expected = readLast(order?.delivery_address.phone ?? '')
  if (expected.length < digitCount) throw new AppError('too_many_requests', { waitSeconds, retryAfterSeconds: waitSeconds })
  if (!typed) throw new AppError('phone_digits_required')
  if (readLast(typed) !== expected)
    throw new AppError('phone_digits_required', { fields: { phoneDigits: accountErrors.phone_digits_wrong.text } })
}
