import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { ReturnForm } from './return-form.tsx'
import { ReturnList } from './return-list.tsx'
import type { ReturnSource } from './return-source.ts'
import '../../ui/print.css'
import { formatReturnDay } from '#contract/kernel/return-days.ts'

interface ReturnItemsProps {
  order: ReturnableOrder
  source: ReturnSource
  /** a part of a page that has a heading for it */
  isSection?: boolean
  /** the page of the order, where the reader has one */
  orderHref?: string
  /** loads the order again */
  onChange: () => Promise<void>
}

/** The returns of an order, and the form that asks for one. */
export function ReturnItems({ order, source, isSection = false, orderHref, onChange }: ReturnItemsProps) {
  const [message, setMessage] = useState<string>()
  const status = useRef<HTMLParagraphElement>(null)
  const canReturn = (order.isInTime || order.isFaultInTime) && order.lines.some(({ returnable }) => returnable > 0)
  useEffect(() => {
    if (message !== undefined) status.current?.focus()
  }, [message])
  const change = async (text: string) => {
    setMessage(undefined)
    await onChange()
    setMessage(text)
  }
  return (
    <article data-print className={`flex flex-col gap-8 ${isSection ? '' : 'page-width pt-8 sm:pt-12'}`}>
      <header className="flex max-w-prose flex-col gap-3">
        {!isSection && <h1 className="title">Return items</h1>}
        <p className="text-soft">
          Order{' '}
          {orderHref === undefined ? (
            <span className="font-medium text-ink tabular-nums">{order.number}</span>
          ) : (
            <Link to={orderHref} className="link font-medium tabular-nums">
              {order.number}
            </Link>
          )}
          {order.isInTime && order.lastDay && (
            <>
              : you can return items until <span className="font-medium text-ink">{formatReturnDay(order.lastDay)}</span>.
            </>
          )}
        </p>
      </header>
      <p ref={status} tabIndex={-1} role="status" className="font-semibold text-good outline-none empty:hidden">
        {message}
      </p>
      {order.returns.length > 0 && <ReturnList orderNumber={order.number} returns={order.returns} source={source} onChange={change} />}
      {canReturn ? (
        <div className="flex flex-col gap-5 print:hidden">
          {order.returns.length > 0 && <h2 className="font-display text-3xl">Return something else</h2>}
          <ReturnForm order={order} source={source} onAsked={change} />
        </div>
      ) : (
        order.returns.length === 0 && <p>{describeNothing(order)}</p>
      )}
    </article>
  )
}

function describeNothing({ orderStatus, lastDay }: ReturnableOrder): string {
  if (lastDay === null) return `You can return items after the order is delivered. It is ${orderStatus.toLowerCase()} now.`
  return `The items of this order could be returned until ${formatReturnDay(lastDay)}.`
}
