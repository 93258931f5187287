import { formatRupees } from '#contract/kernel/money.ts'
import type { OfferKind } from '#contract/offers/offer-kinds.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { formatPlannedTime } from '../../kit/format-time.ts'

export const kindNames: Readonly<Record<OfferKind, string>> = {
  percent: 'Percentage',
  amount: 'Amount',
  quantity: 'More items, more off',
  fixed_price: 'Items for a fixed price',
  buy_x_get_y: 'Buy some, get some for less',
  free_gift: 'Free gift',
  pay_online: 'For paying online',
}

/** `10 % off`, `₹100 off`, `3 items 20 %, 5 items 22 %`. */
export function describeValue(offer: Offer): string {
  const { most } = offer
  const value = describeReduction(offer)
  return most === null ? value : `${value}, at most ${formatRupees(most)}`
}

function describeReduction({ kind, percent, amount, tiers, buyItems, getItems, getPercent, setPrice, gift, least }: Offer): string {
  if (kind === 'quantity') return tiers.map((tier) => `${tier.items} items ${tier.percent} %`).join(', ')
  if (kind === 'fixed_price') return `${buyItems} for ${formatRupees(setPrice ?? 0)}`
  if (kind === 'buy_x_get_y') return `Buy ${buyItems}, get ${getItems} ${getPercent === 100 ? 'free' : `for ${getPercent} % less`}`
  if (kind === 'free_gift') return `${gift?.name}${gift?.size ? `, ${gift.size}` : ''} from ${formatRupees(least ?? 0)}`
  return `${percent === null ? formatRupees(amount ?? 0) : `${percent} %`} off${kind === 'pay_online' ? ' online' : ''}`
}

export function describeTime({ from, to }: Offer): string {
  const [start, end] = [from && formatPlannedTime(from), to && formatPlannedTime(to)]
  if (start && end) return `${start} to ${end}`
  return start ? `From ${start}` : end ? `Until ${end}` : 'Always'
}

/** `12 of 40`. */
export const describeUses = ({ used, limitTotal }: Offer): string =>
  limitTotal === null ? used.toLocaleString('en-IN') : `${used.toLocaleString('en-IN')} of ${limitTotal.toLocaleString('en-IN')}`

export const stateNames: Readonly<Record<Offer['state'], string>> = {
  planned: 'Planned',
  running: 'Running',
  'used up': 'Used up',
  over: 'Over',
  ended: 'Ended',
}
