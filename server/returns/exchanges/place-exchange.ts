import { findStrictest } from '#contract/catalog/return-rules.ts'
import { paise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { paymentLink } from '#contract/orders/order-flags.ts'
import { calculateReturn } from '#contract/returns/calculate-return.ts'
import type { LineItem } from '../../orders/order/rules.ts'
import { insertOrder } from '../../orders/placing/insert-order.ts'
import type { LockedReturn } from '../locked-return.ts'
import type { ReturnOrder } from '../read-order.ts'
import { recordReturn } from '../record-return.ts'
import { endHold } from './hold-items.ts'

interface NewExchange extends Pick<LockedReturn, 'trx' | 'row' | 'lines' | 'products'> {
  /** whose items come back */
  readonly order: ReturnOrder
  /** how many pieces of each line are exchanged */
  readonly pieces: ReadonlyMap<number, number>
  readonly actor: 'admin' | 'system'
  readonly actorId: string | null
}

/**
 * Places the order with the new items of an exchange, which are held: nothing is to be paid for them, except a fee by its link. Its lines
 * have the prices and numbers of the returned ones. What is held of pieces that are not exchanged goes back to stock.
 */
export async function placeExchange(exchange: NewExchange): Promise<void> {
  const { trx, row, lines, order, products, pieces, actor, actorId } = exchange
  const returned = [...pieces].flatMap(([line, quantity]) => (quantity > 0 ? [{ line, quantity }] : []))
  const paid = calculateReturn({ lines: order.lines, returned, earlier: order.paidBack, fee: paise(0), left: paise(0) })
  const newLines = returned.map((each) => toNewLine({ ...each, lines, order, products }))
  const discounts = newLines.map(({ line, price, quantity }): Adjustment => {
    return { line, kind: 'discount', source: 'exchange', labelCode: 'exchange', amount: paise(-price * quantity) }
  })
  const fee: Adjustment = { line: null, kind: 'fee', source: 'exchange_fee', labelCode: 'exchange_fee', amount: row.to_pay_paise }
  const hasFee = row.to_pay_paise > 0
  const by = { actor, actorId } as const
  const { id } = await insertOrder({
    trx,
    order: {
      // To be paid online before it is packed, as an order by phone; without a fee nothing is left to pay.
      kind: !hasFee ? 'card' : order.row.user_id === null ? 'guest' : 'cod',
      userId: order.row.user_id,
      deliveryAddress: order.row.delivery_address,
      lines: newLines,
      adjustments: [...discounts.filter(({ amount }) => amount < 0), ...(hasFee ? [fee] : [])],
      events: [{ event: 'Placed', ...by }, ...(hasFee ? [] : [{ event: 'Confirmed' as const, ...by }])],
      flags: hasFee ? [paymentLink] : [],
      note: order.row.shopper_note,
      isGift: order.row.is_gift,
      exchangeReturnId: row.id,
    },
  })
  for (const { line, goods } of paid.lines)
    await trx.updateTable('order_lines').set({ exchange_paise: goods }).where('order_id', '=', id).where('line', '=', line).execute()
  await endHold({ trx, row, lines, actorId, sold: pieces })
  await recordReturn({ trx, row, event: 'Exchange placed', ...by })
}

interface NewLine extends Pick<NewExchange, 'lines' | 'order' | 'products'> {
  readonly line: number
  readonly quantity: number
}

function toNewLine({ line, quantity, lines, order, products }: NewLine): LineItem & { line: number } {
  const chosen = lines.find((each) => each.line === line)
  const ordered = order.lines.find((each) => each.line === line)
  const product = products.get(chosen?.new_product_id ?? '')
  if (!chosen || !ordered || !product) throw new Error(`Line ${line} of the return has no new item.`)
  const { id: productId, name, image_key: imageKey } = product
  // An exchange does not loosen the rule of what comes back.
  const returnRule = findStrictest(product.returnRule, ordered.returnRule)
  return { line, productId, name, imageKey, price: ordered.price, quantity, size: chosen.new_size, returnRule }
}
