import { sql } from 'kysely'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { PersonKey } from './offer-person.ts'
import type { AppliedOffer } from './rules.ts'

// Offers are locked after products, their sizes and the sums of a source, and before orders that exist.

interface NewUses {
  readonly trx: Transaction
  readonly applied: readonly AppliedOffer[]
  readonly person: PersonKey
  /** the new order, or the payment that becomes one */
  readonly of: { readonly orderId: string } | { readonly paymentId: string }
}

/**
 * Counts a use of each offer and keeps the offer locked until the transaction ends, so that no limit is exceeded. The last step of a
 * transaction, because all orders with this offer wait for it. Its limits of a person were checked when it was chosen.
 * @throws AppError 409 when an offer is used up or ended.
 */
export async function recordUses({ trx, applied, person, of }: NewUses): Promise<void> {
  for (const each of applied.toSorted((one, other) => (one.offer.id < other.offer.id ? -1 : 1))) {
    const amount = 0 - sumPaise(each.adjustments.map((adjustment) => adjustment.amount))
    const [orderId, paymentId] = 'orderId' in of ? [of.orderId, null] : [null, of.paymentId]
    const { rows } = await sql`
      with claimed as (
        update offers set used = used + 1
        where id = ${each.offer.id} and active and (limit_total is null or used < limit_total) returning id
      )
      insert into offer_uses (offer_id, order_id, payment_id, person, person_keys, amount_paise)
      select id, ${orderId}::uuid, ${paymentId}::uuid, ${person.hashes[0]}::bytea, ${person.hashes}::bytea[], ${amount}::bigint
      from claimed returning id
    `.execute(trx)
    if (rows.length === 0) throw new AppError('offer_used_up')
  }
}

/** The uses of an order, or of a payment that has not become one. */
type UseOwner = { readonly trx: Transaction } & ({ readonly orderId: string } | { readonly paymentId: string })

const isOf = (owner: UseOwner) =>
  'orderId' in owner ? sql<boolean>`order_id = ${owner.orderId}` : sql<boolean>`payment_id = ${owner.paymentId} and order_id is null`

/** Gives back what a cancelled order, or a payment whose hold has ended, has used. */
export async function giveBackUses(owner: UseOwner): Promise<void> {
  await sql`
    with given_back as (update offer_uses set is_counted = false where is_counted and ${isOf(owner)} returning offer_id)
    update offers set used = used - counts.count
    from (select offer_id, count(*)::int as count from given_back group by offer_id) as counts where id = counts.offer_id
  `.execute(owner.trx)
}

/**
 * Counts again what was given back, as far as the limits of the offers allow it. Returns false when a limit was reached: the discount
 * of the order stays, and that use is not counted.
 */
export async function takeUsesAgain(owner: UseOwner): Promise<boolean> {
  const { trx } = owner
  const uses = await trx
    .selectFrom('offer_uses')
    .select(['id', 'offer_id', 'person', 'person_keys'])
    .where(isOf(owner))
    .where('is_counted', '=', false)
    .orderBy('offer_id')
    .execute()
  let isComplete = true
  for (const { id, offer_id, person, person_keys } of uses) {
    const { numUpdatedRows } = await trx
      .updateTable('offers')
      .set({ used: sql<number>`used + 1` })
      .where('id', '=', offer_id)
      .where((eb) => eb.or([eb('limit_total', 'is', null), eb('used', '<', eb.ref('limit_total'))]))
      .where(hasUseFor(person_keys ?? [person]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await trx.updateTable('offer_uses').set({ is_counted: true }).where('id', '=', id).execute()
    else isComplete = false
  }
  return isComplete
}

/** The condition of the uses of a person. */
export const isUseOf = (hashes: readonly Buffer[]) => sql<boolean>`(person = any(${hashes}::bytea[]) or person_keys && ${hashes}::bytea[])`

/** Whether the limit of a person leaves one more use. */
const hasUseFor = (hashes: readonly Buffer[]) => sql<boolean>`coalesce(
  (select count(*) from offer_uses where offer_id = offers.id and ${isUseOf(hashes)} and is_counted)
    < coalesce(limit_person, case when first_order then 1 end),
  true
)`

/** Moves the uses of a payment to the order that it has become. */
export async function moveUsesToOrder({ trx, paymentId, orderId }: { trx: Transaction; paymentId: string; orderId: string }) {
  await trx.updateTable('offer_uses').set({ order_id: orderId }).where('payment_id', '=', paymentId).where('order_id', 'is', null).execute()
}

/** Locks the offers of an order or of a payment, before the order is locked. */
export async function lockOffersOf(owner: UseOwner): Promise<void> {
  await sql`
    select from offers where id in (select offer_id from offer_uses where ${isOf(owner)}) order by id for no key update
  `.execute(owner.trx)
}

/** Locks the offers that an order on delivery may get or lose when it is paid online, before the order is locked. */
export async function lockOnlineOffers({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<void> {
  const ofPayment = sql`select offer_id from offer_uses join payments on payments.id = payment_id where payments.order_id = ${orderId}`
  await sql`
    select from offers where (active and kind = 'pay_online') or id in (${ofPayment}) order by id for no key update
  `.execute(trx)
}

/** Gives back what open payments of orders on delivery have used, when their time is over. Their holds have no stock. */
export async function giveBackExpiredUses({ database }: { database: Database }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct payments.id from offer_uses join payments on payments.id = payment_id
    where offer_uses.order_id is null and is_counted
      and payments.order_id is not null and payments.status in ('created', 'failed') and hold_ends_at <= clock_timestamp()
  `.execute(database)
  for (const { id } of rows) await retryTransaction(() => database.transaction().execute((trx) => giveBackIfExpired({ trx, id })))
}

async function giveBackIfExpired({ trx, id }: { trx: Transaction; id: string }): Promise<void> {
  const { rows } = await sql`
    select from payments where id = ${id} and status in ('created', 'failed') and hold_ends_at <= clock_timestamp() for update
  `.execute(trx)
  if (rows.length > 0) await giveBackUses({ trx, paymentId: id })
}
