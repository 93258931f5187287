import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { OrderAgain } from '../page/order-again.tsx'
import { OrderCard } from '../shared/order-card.tsx'
import { allOrdersPath, buildOrderListHref, cardOrdersPath, codOrdersPath, type OrderListPath, type OrderPage } from './load-orders.ts'

const lists = [
  { label: 'All', to: allOrdersPath },
  { label: 'Paid online', to: cardOrdersPath },
  { label: 'Cash on delivery', to: codOrdersPath },
] as const

/** A page of the orders, of all kinds or of one, with links that filter them. */
export function OrderList({ path, orderPage, children }: { path: OrderListPath; orderPage: OrderPage; children?: ReactNode }) {
  const { orders, page, pages, error } = orderPage
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="title">My orders</h1>
        <nav aria-label="Filter orders" className="flex flex-wrap gap-x-6">
          {lists.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === path ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center font-medium ${to === path ? 'dashed-underline text-thread' : 'hover:text-thread'}`}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
      {error !== undefined && (
        <EmptyState
          alert
          title={error}
          action={
            <Button variant="ink" disabled={state === 'loading'} onClick={() => revalidate()}>
              Try again
            </Button>
          }
        >
          <p>Your orders are safe. We just could not load this list.</p>
        </EmptyState>
      )}
      {error === undefined && orders.length === 0 && (
        <EmptyState
          title={screenTexts.noOrders}
          action={
            <LinkButton variant="primary" to="/UserDashboard/product">
              Start shopping
            </LinkButton>
          }
        >
          <p>
            {path === allOrdersPath ? 'Your first order' : 'Your first order with this payment method'} will wait for you here, with every
            step of its way.
          </p>
        </EmptyState>
      )}
      {orders.length > 0 && (
        <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} to={`/UserDashboard/orders/${order._id}`} action={<OrderAgain order={order} />} />
          ))}
        </div>
      )}
      <Pager page={page} pages={pages} buildHref={(number) => buildOrderListHref({ path, page: number })} />
    </div>
  )
}
