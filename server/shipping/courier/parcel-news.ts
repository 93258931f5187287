import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { ParcelNews } from '#contract/orders/parcels.ts'
import { normalizeTrackingNumber } from '#contract/shipping/couriers.ts'
import type { Database } from '../../database/schema.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The key that the courier sends with its messages. It follows from the secret of the shop, so that nothing is to be entered. */
export const createNewsKey = (key: Buffer): string => createHmac('sha256', key).update('parcel-news').digest('base64url')

/** Compares in constant time. */
export const isNewsKey = ({ key, given }: { key: string; given: unknown }): boolean =>
  typeof given === 'string' && timingSafeEqual(sha256(given), sha256(key))

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cutText(String(value).replaceAll('\0', ''), 100) : ''

/**
 * Stores a message about a parcel, also of an unknown one. A message only causes the courier to be asked: many messages about one parcel cause
 * one look, and one that comes during a look causes another. Returns whether a booking has this number.
 */
export async function storeNews({ database, body }: { database: Database; body: ParcelNews }): Promise<boolean> {
  const texts = Object.entries(body).map(([name, value]) => [name, toText(value)] as const)
  const content = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  const number = cutText(normalizeTrackingNumber(toText(body.awb)), 60)
  const { rows } = await sql<{ reference: string | null }>`
    with found as (
      select reference from courier_bookings
      where reference = ${toText(body.order_id)} or (tracking_number = ${number} and tracking_number <> '')
      order by created_at desc limit 1
    ), due as (
      update courier_parcels set message_at = clock_timestamp(),
        -- A look that is under way, or is to begin, sees the message.
        due_at = case when due_at <= clock_timestamp() + interval '90 seconds' then due_at else clock_timestamp() end
      where reference = (select reference from found)
    )
    insert into courier_messages (tracking_number, reference, body)
    values (${number === '' ? null : number}, (select reference from found), ${JSON.stringify(content)}::jsonb)
    returning reference
  `.execute(database)
  return rows[0]?.reference != null
}
