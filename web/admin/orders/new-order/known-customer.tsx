import { useEffect, useState } from 'react'
import type { Customer } from '#contract/orders/customers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { describeOrderCount } from './customer-search.tsx'

interface KnownCustomerProps {
  /** as it is typed in the address */
  phone: string
  onChoose: (id: string) => void
}

/** Shows that the phone of the address has ordered before. */
export function KnownCustomer({ phone, onChoose }: KnownCustomerProps) {
  const [found, setFound] = useState<{ phone: string; customer: Customer | undefined }>()
  useEffect(() => {
    if (!/^[6-9]\d{9}$/.test(phone)) return
    let isCurrent = true
    callSignedIn('GET /customers', { query: { q: phone } }).then(
      ({ customers: [customer] }) => isCurrent && setFound({ phone, customer }),
      // Only a hint.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [phone])
  const customer = found?.phone === phone ? found.customer : undefined
  return (
    <div role="status" className="flex flex-col items-start gap-2 empty:hidden">
      {customer && (
        <>
          <p>
            {phone} {customer.orders === 0 ? 'is known' : 'has ordered before'}: <span className="font-semibold">{customer.name}</span>,{' '}
            {describeOrders(customer)}.
          </p>
          <Button onClick={() => onChoose(customer._id)}>
            {customer.orders === 0 ? 'Use the name and email' : 'Use the earlier address'}
          </Button>
        </>
      )}
    </div>
  )
}

const describeOrders = ({ orders, refused, cancelled }: Customer): string =>
  [describeOrderCount(orders), refused > 0 && `${refused} refused`, cancelled > 0 && `${cancelled} cancelled`].filter(Boolean).join(', ')
