import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { newOrderPath, ordersPath } from '../../kit/list-href.ts'
import type { Route } from './+types/new-order'
import { readChosenCustomer } from './customer-search.tsx'
import { NewOrderForm } from './new-order-form.tsx'
import { PlacedOrder } from './placed-order.tsx'

/** `?customer=` is the id of an order of the customer. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('customer')
  // Without the customer the form is usable.
  return { customer: id === null ? undefined : await readChosenCustomer(id).catch(() => undefined) }
}

export const shouldRevalidate = () => false

export const handle = { section: ordersPath }
export const meta = pageTitle('New order')

/** An order that an administrator takes by phone or message. */
export default function NewOrder({ loaderData: { customer } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [placed, setPlaced] = useState<AdminOrderDetail>()
  const [count, setCount] = useState(0)
  const startAgain = () => {
    setPlaced(undefined)
    setCount(count + 1)
    navigate(newOrderPath, { replace: true })
  }
  return (
    <ListFrame title="New order" tabs={<OrderTabs />}>
      {placed ? (
        <PlacedOrder order={placed} onNew={startAgain} />
      ) : (
        <NewOrderForm key={count} customer={count === 0 ? customer : undefined} onPlaced={setPlaced} />
      )}
    </ListFrame>
  )
}
