import { formatRupees } from '#contract/kernel/money.ts'
import type { OfferKind } from '#contract/offers/offer-kinds.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { formatPlannedTime } from '../../kit/format-time.ts'

export const kindNames: Readonly<Record<OfferKind, string>> = {
  percent: 'Percentage',
  amount: 'Amount',
  quantity: 'More items, more off',
  pay_online: 'For paying online',
}

/** `10 % off`, `₹100 off`, `3 items 20 %, 5 items 22 %`. */
export function describeValue({ kind, percent, amount, tiers, most }: Offer): string {
  const value =
    kind === 'quantity'
      ? tiers.map((tier) => `${tier.items} items ${tier.percent} %`).join(', ')
      : `${percent === null ? formatRupees(amount ?? 0) : `${percent} %`} off${kind === 'pay_online' ? ' online' : ''}`
  return most === null ? value : `${value}, at most ${formatRupees(most)}`
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
