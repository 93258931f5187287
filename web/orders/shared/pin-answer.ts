import type { CallReply } from '#contract/contract.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { addDispatchDays } from '#contract/orders/delivery-estimate.ts'

/** What the shop says about a PIN code. */
export type PinAnswer = CallReply<'GET /pins/:pin'>

/** How an order can be paid on delivery; `advance` in rupees. */
export type CodOffer = { readonly cod: 'yes' | 'no' } | { readonly cod: 'advance'; readonly advance: number }

interface PinOrder {
  /** undefined before the shop has answered: the server decides when the order is placed */
  readonly answer: PinAnswer | undefined
  /** rupees */
  readonly toPay: number
}

/** Whether an order to a PIN code can be paid on delivery, as far as anybody may know: there may be none for the person. */
export function readCodOffer({ answer, toPay }: PinOrder): CodOffer {
  const { cod = 'yes', advance = 0, codMin = 0, codMax = Number.POSITIVE_INFINITY } = answer ?? {}
  if (cod === 'no' || toPay < codMin || toPay > codMax) return { cod: 'no' }
  if (cod === 'yes') return { cod }
  return advance < toPay ? { cod, advance } : { cod: 'no' }
}

/** How an order with an advance is paid; both in rupees. */
export const formatAdvance = ({ advance, toPay }: { advance: number; toPay: number }): string =>
  `Pay ${formatRupees(advance)} now, ${formatRupees(toRupees(paise(toPaise(toPay) - toPaise(advance))))} to the courier`

/** Why an order to a PIN code cannot be placed; undefined when it can. An order that needs an advance is not paid on delivery alone. */
export function findDeliveryProblem({ isOnDelivery, ...order }: PinOrder & { isOnDelivery: boolean }): string | undefined {
  if (order.answer?.deliver === false) return screenTexts.notDelivered
  if (!isOnDelivery) return undefined
  const offer = readCodOffer(order)
  if (offer.cod === 'advance') return `Cash on delivery of this order needs ${formatRupees(offer.advance)} in advance.`
  return offer.cod === 'no' ? screenTexts.codNotOffered : undefined
}

interface DeliveryOfItems extends Pick<PinOrder, 'answer'> {
  readonly policies: Policies
  /** of the order; those that are made to order leave later */
  readonly items: readonly { readonly dispatchDays?: number | undefined }[]
}

/** The days of a delivery: those of the PIN code's rule, or else of the policies. The slowest item decides. */
export function findDeliveryDays({ answer, policies, items }: DeliveryOfItems): Pick<Policies, 'deliveryDays'> {
  const ofPin: Pick<Policies, 'deliveryDays'> =
    answer?.from === undefined || answer.to === undefined ? policies : { deliveryDays: [answer.from, answer.to] }
  return addDispatchDays({
    policies: ofPin,
    dispatchHours: policies.dispatchHours,
    dispatchDays: items.map(({ dispatchDays }) => dispatchDays),
  })
}
