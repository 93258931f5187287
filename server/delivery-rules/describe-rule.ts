import type { DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { formatRupees } from '#contract/kernel/money.ts'

type Said = Omit<DeliveryRuleValues, 'prefix'>

function describeCod({ cod, advance }: Said): string {
  if (cod === 'advance') return `cash after an advance of ${formatRupees(advance ?? 0)}`
  return cod === 'yes' ? 'cash on delivery' : 'no cash on delivery'
}

/** What a rule says in short: `Delivery, no cash on delivery, 2 to 4 days`. */
export function describeRule(rule: Said): string {
  // A rule of an older event has no charge.
  const { deliver, from, to, charge = null, reason } = rule
  const days = from === null || to === null ? '' : from === to ? `${from} days` : `${from} to ${to} days`
  const shipping = charge === null ? '' : charge === 0 ? 'free shipping' : `shipping for ${formatRupees(charge)}`
  const parts = deliver ? ['Delivery', describeCod(rule), days, shipping] : ['No delivery']
  return [parts.filter(Boolean).join(', '), reason && `(${reason})`].filter(Boolean).join(' ')
}
