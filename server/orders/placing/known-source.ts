import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { phoneOf } from '../order/related-orders.ts'
import { normalizePhone } from '../order/tracking.ts'
import type { Trust } from './order-source.ts'

interface Account {
  /** undefined for a guest */
  readonly userId: string | undefined
  /** the browser's own token */
  readonly device: string | undefined
}

const isReceived = sql`(status = 'Delivered' or paid_paise > refunded_paise)`

/** The condition that a phone has received or paid for an order. */
export const hasPhoneReceived = (phone: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from orders where ${phoneOf('orders')} = ${normalizePhone(phone)} and ${isReceived})`

/** The condition that an account, or an account that has signed in with the browser, has received or paid for an order. */
export const isProvenPerson = ({ userId, device }: Account): RawBuilder<boolean> => sql<boolean>`(
  exists (select from orders where user_id = ${userId ?? null}::uuid and ${isReceived})
  or exists (
    select from known_devices join orders on orders.user_id = known_devices.user_id
    where token_hash = ${device === undefined ? null : hash('sha256', device, 'buffer')}::bytea and ${isReceived}
  )
)`

/** What is known of a source. */
export const readTrust = ({ phone, ...account }: Account & { phone: string }): RawBuilder<Trust> => sql<Trust>`
  case when ${isProvenPerson(account)} then 'proven' when ${hasPhoneReceived(phone)} then 'phone' else 'none' end`
