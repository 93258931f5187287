import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { isBeforeShipping, type OrderStatus } from '#contract/orders/order-status.ts'
import { formatShortDay } from '../kit/format-time.ts'

interface OrderedItems {
  readonly orderStatus: string
  readonly products: readonly { readonly availableFrom?: string | undefined }[]
}

/** What an order waits for whose last item leaves on a later day, such as `Pre-order 12 Dec`; undefined for every other order. */
export function describeWaiting({ orderStatus, products }: OrderedItems): string | undefined {
  const today = toIndianDay()
  const days = products.flatMap(({ availableFrom = '' }) => (availableFrom > today ? [availableFrom] : []))
  const last = days.toSorted().at(-1)
  return last === undefined || !isBeforeShipping(orderStatus as OrderStatus) ? undefined : `Pre-order ${formatShortDay(last)}`
}
