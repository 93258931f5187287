import { sql } from 'kysely'
import type { Transaction } from '../../database/schema.ts'
import { findPinCode } from '../../pin-codes/pin-codes.ts'
import type { FoundOrder } from './present.ts'
import { normalizePhone } from './tracking.ts'

interface MailedOrder {
  readonly trx: Transaction
  readonly row: FoundOrder['row']
  /** who has caused the mail */
  readonly actor: string
}

/**
 * The lines that a mail has instead of the delivery address, which anybody may have typed for the mailbox of a stranger; undefined when the owner
 * of the mailbox has confirmed or paid for the order, when the order is of the account that has verified it, and when the shop causes the mail.
 */
export async function listAreaLines({ trx, row, actor }: MailedOrder): Promise<string[] | undefined> {
  const { user_id: userId, paid_paise: paid, confirmed_by_link: isConfirmed, delivery_address: address } = row
  if (actor === 'admin' || paid > 0 || isConfirmed) return undefined
  if (userId !== null) {
    const isOwner = sql<boolean>`lower(verified_email) = lower(${address.email})`
    if (await trx.selectFrom('users').select('id').where('id', '=', userId).where(isOwner).executeTakeFirst()) return undefined
  }
  const { district, state } = findPinCode(address.pinCode)
  const place = district === '' ? 'PIN code' : `${district}, ${state}`
  return [`${place} ${address.pinCode.replace(/\D/g, '')}`, `Phone ${normalizePhone(address.phone)}`]
}
