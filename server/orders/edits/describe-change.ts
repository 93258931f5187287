import type { SavedAddress } from '#contract/address.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { OrderChange } from '../../database/tables/order-tables.ts'

const addressLabels: Readonly<Record<keyof SavedAddress, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  landmark: 'Landmark',
  city: 'City',
  state: 'State',
  pinCode: 'PIN code',
  phone: 'Phone',
  email: 'Email',
}

/** The fields of an address, in the order in which an administrator reads them. */
export const addressFields = Object.keys(addressLabels) as (keyof SavedAddress)[]

/** The old and new values of a change, as an administrator reads them. */
export function describeChange(change: OrderChange): NonNullable<AdminOrderDetail['events'][number]['changes']> {
  if (change.kind === 'size') return [{ label: `Size of ${change.name}`, before: change.before ?? '', after: change.after }]
  if (change.kind === 'items') {
    const { item, quantity, total } = change
    return [
      {
        label: item.size === null ? item.name : `${item.name} (${item.size})`,
        before: String(quantity.before),
        after: String(quantity.after),
      },
      { label: 'Total', before: formatRupees(toRupees(total.before)), after: formatRupees(toRupees(total.after)) },
    ]
  }
  const fields = addressFields.filter((field) => field in change.after || field in change.before)
  return fields.map((field) => ({ label: addressLabels[field], before: change.before[field] ?? '', after: change.after[field] ?? '' }))
}
