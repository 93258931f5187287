import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../database/count-rows.ts'
import type { Transaction } from '../../database/schema.ts'
import type { LockedProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { AppliedOffer } from '../../offers/rules.ts'
import { type OrderItem, sumItems } from '../../orders/order/rules.ts'
import { minShare } from '../../orders/placing/product-caps.ts'

/** Minutes for which the second payment of a source holds its stock that has paid none of today. */
const repeatedMinutes = 5

interface Source {
  readonly trx: Transaction
  readonly paymentId: string
  /** the condition of the checkouts that have a key in common with this one: its account, phone, mailbox or browser, or its address */
  readonly isOfSource: RawBuilder<boolean>
}

/** Today's checkouts of a source that are not paid, without this one. */
const selectUnpaid = ({ trx, paymentId, isOfSource }: Source) =>
  trx
    .selectFrom('payments')
    .innerJoin('hold_sources', 'payment_id', 'payments.id')
    .where('order_id', 'is', null)
    .where('hold_sources.created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('payments.id', '<>', paymentId)
    .where(isOfSource)

interface ProductShare extends Source {
  readonly items: readonly OrderItem[]
  /** locked, with the stock before this checkout */
  readonly products: LockedProducts
  /** of the items of a product */
  readonly maxPercent: number
}

/** @throws AppError 409 when the source would hold too much of a product together with its other unpaid checkouts. */
export async function rejectLargeShare({ items, products, maxPercent, ...source }: ProductShare): Promise<void> {
  if (maxPercent >= 100) return
  const open = await selectUnpaid(source).select('cart_snapshot').where('hold_released_at', 'is', null).execute()
  const held = open.flatMap(({ cart_snapshot }) => cart_snapshot)
  for (const [id, { name, stock }] of products) {
    const ofProduct = <Item extends { productId: string; quantity: number }>(list: readonly Item[]) =>
      sumItems(list.filter(({ productId }) => productId === id))
    const before = ofProduct(held)
    const max = Math.max(minShare, Math.floor(((stock + before) * maxPercent) / 100))
    if (before + ofProduct(items) > max) throw new AppError('hold_product_limit_reached', { name, left: Math.max(0, max - before) })
  }
}

/** Holds the stock of a repeated checkout for a shorter time. `allowed`: unpaid checkouts of today before that. */
export async function shortenRepeated({ allowed, ...source }: Source & { allowed: number }): Promise<void> {
  const count = await countRows(
    selectUnpaid(source)
      // One that the same shopper has replaced did not hold its stock to the end.
      .where(sql<boolean>`(hold_released_at is null or hold_released_at >= hold_ends_at)`),
  )
  if (count < allowed) return
  const hold_ends_at = sql<Date>`least(hold_ends_at, clock_timestamp() + make_interval(mins => ${repeatedMinutes}))`
  await source.trx.updateTable('payments').set({ hold_ends_at }).where('id', '=', source.paymentId).execute()
}

/** The share of the uses of a code that the unpaid payments of a source reserve. */
const codeShare = 0.1

interface CodeShare extends Pick<Source, 'trx' | 'isOfSource'> {
  readonly applied: readonly AppliedOffer[]
  /** multiplies the share */
  readonly factor: number
}

/** @throws AppError 409 when the unpaid payments of the source would reserve too many uses of a code with a limit, one at least. */
export async function rejectLargeCodeShare({ trx, isOfSource, applied, factor }: CodeShare): Promise<void> {
  for (const { id, code, limitTotal } of applied.map(({ offer }) => offer)) {
    if (code === null || limitTotal === null) continue
    const count = await countRows(
      trx
        .selectFrom('offer_uses')
        .innerJoin('payments', 'payments.id', 'offer_uses.payment_id')
        .innerJoin('hold_sources', 'hold_sources.payment_id', 'payments.id')
        .where('offer_id', '=', id)
        .where('offer_uses.order_id', 'is', null)
        .where('is_counted', '=', true)
        .where(isOfSource),
    )
    if (count >= Math.max(1, Math.floor(limitTotal * codeShare * factor))) throw new AppError('offer_used_up')
  }
}
