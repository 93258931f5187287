import { formatRupees } from '#contract/kernel/money.ts'
import type { CodRestriction } from '#contract/orders/cod-persons.ts'

/** `No cash on delivery: refused two parcels`. */
export function describeCodRestriction({ cod, advance, reason }: Pick<CodRestriction, 'cod' | 'advance' | 'reason'>): string {
  return `${cod === 'no' ? 'No cash on delivery' : `Advance only, ${formatRupees(advance ?? 0)}`}: ${reason}`
}
