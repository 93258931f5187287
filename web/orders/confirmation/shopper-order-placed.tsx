import { listTotalRows } from '#contract/orders/adjustments.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { listAddressLines } from '../shared/address-fields.ts'
import { shopperProductHref } from '../shared/product-link.tsx'
import { throwNotFound } from '../shared/throw-not-found.ts'
import type { Route } from './+types/shopper-order-placed'
import { OrderConfirmation } from './order-confirmation.tsx'

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  callSignedIn('GET /order/:id', { params: { id } }).catch(throwNotFound)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData ? `Order ${loaderData.number}` : 'Order'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** The confirmation of an order of the signed-in shopper. */
export default function ShopperOrderPlaced({ loaderData: order }: Route.ComponentProps) {
  const { number, products, cashOndelivery: cash, advance, expectedBy, deliveryAddress } = order
  const addressLines = listAddressLines(deliveryAddress)
  const items = products.map((item) => ({ ...item, href: shopperProductHref(item) }))
  return (
    <OrderConfirmation
      order={{ number, items, totalRows: listTotalRows(order), cash, advance, addressLines, phone: deliveryAddress.phone, expectedBy }}
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
