import { Fragment, type ReactNode } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { usePolicies } from '../../layout/store-config.ts'
import { Divider } from '../../ui/divider.tsx'
import type { PlacedOrder } from '../placed/placed-orders.ts'
import { DeliveryAddressLines } from '../shared/address-lines.tsx'
import { LineItemList } from '../shared/line-item-list.tsx'

type ConfirmedOrder = Pick<PlacedOrder, 'number' | 'items' | 'totalRows' | 'cash' | 'advance' | 'addressLines' | 'phone' | 'expectedBy'>

/** What was ordered, where it goes and what happens next. `actions`: links to what the shopper can do; `children`: more sections. */
export function OrderConfirmation({ order, actions, children }: { order: ConfirmedOrder; actions: ReactNode; children?: ReactNode }) {
  const { number, items, totalRows, cash, advance, addressLines, phone } = order
  const parts =
    advance === undefined
      ? []
      : [
          { label: 'Paid online', amount: formatRupees(advance) },
          { label: 'Due on delivery', amount: formatRupees(cash) },
        ]
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <header className="flex flex-col gap-5">
        <h1 className="title">
          Order <span className="whitespace-nowrap tabular-nums">{number}</span> placed
        </h1>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20">
        <div className="flex flex-col gap-10">
          <NextSteps order={order} />
          {children}
        </div>
        <section aria-labelledby="placed-items" className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:row-span-2">
          <h2 id="placed-items" className="font-display text-2xl">
            Your order
          </h2>
          <LineItemList label="Items" items={items} />
          <Divider className="text-edge" />
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
            {totalRows.map(({ label, amount }, index) => {
              const style = index === 0 || index === totalRows.length - 1 ? 'font-semibold' : 'text-soft'
              return (
                <Fragment key={label}>
                  <dt className={style}>{label}</dt>
                  <dd className={`text-right ${style}`}>{amount}</dd>
                </Fragment>
              )
            })}
            {parts.map(({ label, amount }) => (
              <Fragment key={label}>
                <dt className="text-soft">{label}</dt>
                <dd className="text-right">{amount}</dd>
              </Fragment>
            ))}
          </dl>
          <DeliveryAddressLines lines={addressLines} phone={phone} />
        </section>
      </div>
    </div>
  )
}

function NextSteps({ order: { cash, expectedBy, items } }: { order: ConfirmedOrder }) {
  const { dispatchHours, returnWindowDays } = usePolicies()
  const steps = [
    'We send you an email now, and at each step of your order.',
    // Items that are made to order say themselves when they leave.
    ...(items.some(({ dispatchDays }) => dispatchDays !== undefined)
      ? []
      : [`We pack it and hand it to the courier within ${dispatchHours.join(' to ')} hours.`]),
    ...(expectedBy ? [describeExpectedDay({ expectedBy })] : []),
    cash > 0 ? `Please keep ${formatRupees(cash)} ready for the courier.` : 'You have nothing to pay the courier.',
    `You can return items within ${returnWindowDays} days of delivery.`,
  ]
  return (
    <section aria-labelledby="next" className="flex flex-col gap-4">
      <h2 id="next" className="font-display text-2xl">
        What happens next
      </h2>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
