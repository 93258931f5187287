import { formatRupees, paise, toRupees } from '#contract/kernel/money.ts'
import { calculateOrder, type OrderTotals } from '#contract/kernel/pricing.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Transaction } from '../../database/schema.ts'
import type { SessionContent } from '../../database/tables/ucp-tables.ts'
import { loadOfferChoice } from '../../offers/choose-offers.ts'
import { addOrderCharges } from '../../orders/placing/order-charges.ts'
import type { UcpMessage } from '../protocol/messages.ts'
import { listLineMessages, type PricedSessionLine, priceLines } from './price-lines.ts'
import { readCode, readPin } from './session-content.ts'

interface Calculation {
  readonly trx: Transaction
  readonly content: SessionContent
  readonly shop: Pick<ShopSettings, 'policies' | 'orders'>
  /** whether the shop takes online payments */
  readonly paysOnline: boolean
}

/** A discount of an offer that counts. */
interface AppliedOffer {
  /** null for an offer without one */
  readonly code: string | null
  readonly title: string
}

/** What a session costs now, and what has to be said about its lines and codes. */
export interface CalculatedSession {
  readonly lines: readonly PricedSessionLine[]
  /** of the lines whose product the shop sells */
  readonly totals: OrderTotals
  /** the sum of each line; 0 without a product */
  readonly lineTotals: readonly Pick<OrderTotals['lines'][number], 'subtotal' | 'adjustment' | 'toPay'>[]
  readonly applied: readonly AppliedOffer[]
  readonly messages: readonly UcpMessage[]
}

/** Codes of the protocol for why a code of an offer does not count. */
const refusalCodes: Readonly<Record<string, string>> = {
  offer_over: 'discount_code_expired',
  offer_used_up: 'discount_code_expired',
  offer_first_order: 'discount_code_user_ineligible',
  offer_used_before: 'discount_code_user_ineligible',
}

/** The shop's own sums for the lines, offers and charges of a session. Nothing is held or stored. */
export async function calculateSession({ trx, content, shop, paysOnline }: Calculation): Promise<CalculatedSession> {
  const lines = await priceLines({ database: trx, lines: content.lines })
  const code = readCode(content)
  const ordered = lines.map(({ product, line, size, quantity, price }) => ({ productId: product?.id ?? line.item, size, quantity, price }))
  const offered = ordered.filter((_, index) => lines[index]?.product !== undefined)
  const isOffered = offered.length > 0
  const { choose } = await loadOfferChoice({ database: trx, lines: offered, code, person: undefined, isEntered: code !== null })
  const calculate = async (payment: 'delivery' | 'online') => {
    const { adjustments } = choose(payment)
    const charged = { trx, policies: shop.policies, pin: readPin(content), lines: offered, payment }
    // Adjustments of lines name them by their position among those that are offered.
    return calculateOrder({ lines: offered, adjustments: await addOrderCharges({ ...charged, adjustments }) })
  }
  const payment = paysOnline ? 'online' : 'delivery'
  const totals = isOffered ? await calculate(payment) : calculateOrder({ lines: [] })
  const { applied, refusal } = choose(payment)
  const hasChoice = isOffered && paysOnline && shop.orders.codOffered === 'on'
  const onDelivery = hasChoice ? await calculate('delivery') : totals
  const ofOffered = totals.lines.values()
  const none = { subtotal: paise(0), adjustment: paise(0), toPay: paise(0) }
  return {
    lines,
    totals,
    lineTotals: lines.map(({ product }) => (product ? (ofOffered.next().value ?? none) : none)),
    applied: applied.map(({ offer }) => ({ code: offer.code, title: offer.code ?? offer.title })),
    messages: [
      ...listLineMessages(lines),
      ...listCodeMessages({ codes: content.codes, refusal }),
      ...(onDelivery.toPay === totals.toPay ? [] : [describePayments({ online: totals, onDelivery })]),
    ],
  }
}

function describePayments({ online, onDelivery }: { online: OrderTotals; onDelivery: OrderTotals }): UcpMessage {
  const [paid, collected] = [online, onDelivery].map(({ toPay }) => formatRupees(toRupees(toPay)))
  return {
    type: 'info',
    code: 'payment_choice',
    content: `${paid} when it is paid online, ${collected} in cash on delivery.`,
    path: '$.totals',
  }
}

interface CodeAnswer {
  readonly codes: readonly string[]
  readonly refusal: { readonly code: string; readonly message: string } | undefined
}

/** Why codes do not count: the first one for its own reason, the others because an order has one code. */
function listCodeMessages({ codes, refusal }: CodeAnswer): UcpMessage[] {
  return codes.flatMap((_, index): UcpMessage[] => {
    const path = `$.discounts.codes[${index}]`
    if (index > 0) return [{ type: 'warning', code: 'discount_code_combination_disallowed', content: 'An order has one code.', path }]
    if (!refusal) return []
    return [{ type: 'warning', code: refusalCodes[refusal.code] ?? 'discount_code_invalid', content: refusal.message, path }]
  })
}
