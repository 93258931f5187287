import { Link } from 'react-router'
import { formatRupees } from '#contract/money.ts'
import type { AdminOrder } from '#contract/orders.ts'
import { paymentStatusClass } from '../../orders/order-text.ts'
import { formatDateTime } from '../format-time.ts'
import { Cell, Head, Table } from '../table.tsx'
import { kindNames } from './order-text.ts'

const formatItems = ({ products }: AdminOrder): string =>
  products.map(({ name, quantity, size }) => `${quantity} × ${name} ${size ?? '(size?)'}`).join(', ')

export function OrderTable({ orders, buildOpenHref }: { orders: readonly AdminOrder[]; buildOpenHref: (id: string) => string }) {
  return (
    <Table
      label="Orders, newest first"
      head={
        <>
          <Head>Order</Head>
          <Head className="max-sm:hidden">Customer</Head>
          <Head className="max-lg:hidden">Items</Head>
          <Head className="max-xl:hidden">Type</Head>
          <Head number>Total</Head>
          <Head number className="max-lg:hidden">
            Paid
          </Head>
          <Head number className="max-lg:hidden">
            COD due
          </Head>
          <Head className="pl-6 max-sm:hidden">Payment</Head>
          <Head>Status</Head>
        </>
      }
    >
      {orders.map((order) => (
        <tr key={order._id} className="hover:bg-raised">
          <Cell>
            <Link to={buildOpenHref(order._id)} preventScrollReset className="font-semibold whitespace-nowrap hover:underline">
              {order.number}
            </Link>
            <span className="block whitespace-nowrap text-soft">{formatDateTime(order.createdAt)}</span>
            <span className="block text-soft sm:hidden">{order.userDetails.name}</span>
          </Cell>
          <Cell className="max-sm:hidden">
            {order.userDetails.name}
            <span className="block max-w-64 truncate text-soft">{order.userDetails.email || order.phone}</span>
          </Cell>
          <Cell className="max-lg:hidden">
            <span className="line-clamp-2 max-w-80">{formatItems(order)}</span>
            {order.products.some(({ size }) => size === null) && <span className="text-bad">Size to be confirmed</span>}
          </Cell>
          <Cell className="max-xl:hidden">{kindNames[order.kind]}</Cell>
          <Cell number className="font-semibold">
            {formatRupees(order.totalPrice)}
          </Cell>
          <Cell number className="max-lg:hidden">
            {formatRupees(order.amountPaid)}
          </Cell>
          <Cell number className="max-lg:hidden">
            {formatRupees(order.cashOndelivery)}
          </Cell>
          <Cell className={`pl-6 font-medium max-sm:hidden ${paymentStatusClass(order.paymentStatus)}`}>{order.paymentStatus}</Cell>
          <Cell>
            <span className="font-medium">{order.orderStatus}</span>
            <span className={`block sm:hidden ${paymentStatusClass(order.paymentStatus)}`}>{order.paymentStatus}</span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
