import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { OrderCard } from '../orders/order-card.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { OrderPage } from './load-orders.ts'

/** The two lists of a shopper; each shows the way to the other. */
const lists = [
  { label: 'Paid by card', to: '/UserDashboard/myOrders' },
  { label: 'Cash on delivery', to: '/UserDashboard/codOrders' },
] as const

export type OrderListPath = (typeof lists)[number]['to']

/** One page of orders, a card each. */
export function OrderList({ list, shown, children }: { list: OrderListPath; shown: OrderPage; children?: ReactNode }) {
  const { orders, page, pages, problem } = shown
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="title">My orders</h1>
        <nav aria-label="Kinds of orders" className="flex gap-6">
          {lists.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === list ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center font-medium ${to === list ? 'dashed-underline text-thread' : 'hover:text-thread'}`}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
      {problem !== undefined && <OrderListError text={problem} />}
      {problem === undefined && orders.length === 0 && (
        <EmptyState
          title={screenTexts.noOrders}
          action={
            <LinkButton variant="primary" to="/UserDashboard/product">
              Find something to wear
            </LinkButton>
          }
        >
          <p>Orders you place this way appear here, with where they are.</p>
        </EmptyState>
      )}
      {orders.length > 0 && (
        <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} to={`/UserDashboard/orders/${order._id}`} />
          ))}
        </div>
      )}
      <Pager page={page} pages={pages} buildHref={(number) => (number > 1 ? `${list}/${number}` : list)} />
    </div>
  )
}

function OrderListError({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <EmptyState
      alert
      title={text}
      action={
        <Button variant="ink" disabled={state === 'loading'} onClick={() => revalidate()}>
          Try again
        </Button>
      }
    >
      <p>Your orders are safe. Only this list could not be fetched.</p>
    </EmptyState>
  )
}
