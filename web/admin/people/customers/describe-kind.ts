import type { Customer } from '#contract/orders/customers.ts'
import { describeAccount } from '../../shared/describe-account.ts'

/** Whether a customer has an account, is a guest, or is known from an import only. */
export function describeKind({ account, orders }: Pick<Customer, 'account' | 'orders'>): string {
  if (account) return `Account ${account.name}, ${describeAccount(account)}`
  return orders === 0 ? 'Imported, no orders yet' : 'Guest'
}
