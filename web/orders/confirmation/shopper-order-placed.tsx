import { data } from 'react-router'
import { listTotalRows } from '#contract/orders/adjustments.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { shopperProductHref } from '../shared/product-link.tsx'
import type { Route } from './+types/shopper-order-placed'
import { OrderConfirmation } from './order-confirmation.tsx'

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  try {
    return await callSignedIn('GET /order/:id', { params: { id: params.id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData ? `Order ${loaderData.number}` : 'Order'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** The confirmation of an order of the signed-in shopper. */
export default function ShopperOrderPlaced({ loaderData: order }: Route.ComponentProps) {
  const { number, products, cashOndelivery: cash, advance, expectedBy, deliveryAddress } = order
  const { firstName, lastName, address, landmark = '', city, pinCode, state, phone } = deliveryAddress
  const addressLines = [`${firstName} ${lastName}`, address, landmark, `${city} ${pinCode}`, state].filter((line) => line.trim() !== '')
  const items = products.map((item) => ({ ...item, href: shopperProductHref(item) }))
  return (
    <OrderConfirmation
      order={{ number, items, totalRows: listTotalRows(order), cash, advance, addressLines, phone, expectedBy }}
      actions={
        <>
          <LinkButton variant="ink" to={`/UserDashboard/orders/${order._id}`}>
            Track this order
          </LinkButton>
          <LinkButton to="/UserDashboard/product">Keep shopping</LinkButton>
        </>
      }
    />
  )
}
