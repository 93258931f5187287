import { useEffect, useRef, useState } from 'react'
import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { endsEarly, isBeforePacking, type OrderStatus } from '#contract/orders/order-status.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { OrderEditProps } from './order-edit-props.ts'
import { RemoveForm } from './remove-form.tsx'
import { SizeForm } from './size-form.tsx'

type OrderItemsProps = Omit<OrderEditProps, 'onEdit'>

/** The items to pack. An item that was ordered without a size has a form for it; until the order is packed, items can be changed. */
export function OrderItems({ order, onChange, onStale }: OrderItemsProps) {
  const { _id: id, products, version } = order
  const status = order.orderStatus as OrderStatus
  const { busy, message, run, clearMessage } = useAction(onStale)
  const [openLine, setOpenLine] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const shownVersion = useRef(version)
  useEffect(() => {
    // The pressed button no longer exists.
    if (shownVersion.current !== version && document.activeElement === document.body) list.current?.focus()
    shownVersion.current = version
  }, [version])

  const send = (request: () => Promise<CallReply<'POST /order/admin/:id/size'>>) =>
    run(
      () => request(),
      (reply) => {
        setOpenLine(undefined)
        onChange(reply.order)
      },
    )

  return (
    <DrawerSection title="Items">
      <ul ref={list} tabIndex={-1} className="flex flex-col text-sm outline-none">
        {products.map((item) => {
          const { line, size } = item
          const isOpen = openLine === line
          const setSize = (chosen: string) =>
            send(() =>
              callSignedIn('POST /order/admin/:id/size', { params: { id }, body: { product: item._id, line, size: chosen, version } }),
            )
          const remove = (removal: { quantity: number; refund?: number }) =>
            send(() => callSignedIn('POST /order/admin/:id/remove', { params: { id }, body: { line, ...removal, version } }))
          return (
            <li key={line} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-2 not-last:border-b">
              <Picture image={item.image} placeholderColor="#e8e0d4" alt="" sizes="3rem" loading="eager" className="w-12 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{item.name}</span>
                {item.dispatchDays !== undefined && (
                  <span className="block text-soft">{describeDispatch(item.dispatchDays, item.availableFrom)}</span>
                )}
                {size ? <span>Size {size}</span> : <span className="font-medium text-bad">{screenTexts.sizeToBeConfirmed}</span>}
              </span>
              <span className="text-right whitespace-nowrap tabular-nums">
                <span className="font-semibold">{item.quantity} ×</span> <span className="text-soft">{formatRupees(item.price)}</span>
              </span>
              {isBeforePacking(status) && (
                <Button
                  variant="quiet"
                  className="-my-1.5 -mr-4 text-sm"
                  aria-expanded={isOpen}
                  aria-label={`Change ${item.name}${size ? `, size ${size}` : ''}`}
                  onClick={() => {
                    clearMessage()
                    setOpenLine(isOpen ? undefined : line)
                  }}
                >
                  Change
                </Button>
              )}
              {((size === null && !endsEarly(status)) || isOpen) && (
                <div className="flex w-full flex-wrap items-center gap-x-8 gap-y-3 sm:pl-16">
                  <SizeForm line={item} busy={busy} onSubmit={setSize} />
                  {isOpen && order.kind !== 'exchange' && <RemoveForm order={order} line={item} busy={busy} onSubmit={remove} />}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <StatusMessage message={message} />
    </DrawerSection>
  )
}
