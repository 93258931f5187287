import { useEffect, useRef, useState } from 'react'
import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { type Size, sizes } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { endsEarly, isBeforePacking, type OrderStatus } from '#contract/orders/order-status.ts'
import { call } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { SmallSelect } from '../../kit/small-select.tsx'
import { StatusMessage } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { type OrderPartProps, useOrderAction } from './order-part.ts'
import { RemoveForm } from './remove-form.tsx'

/** The items to pack. An item that was ordered without a size has a form for it; until the order is packed, items can be changed. */
export function OrderItems({ order, onChange, onStale }: OrderPartProps) {
  const { _id: id, products, version } = order
  const status = order.orderStatus as OrderStatus
  const [openLine, setOpenLine] = useState<number>()
  const show = (changed: AdminOrderDetail) => {
    setOpenLine(undefined)
    onChange(changed)
  }
  const { busy, message, run, clearMessage } = useOrderAction({ onChange: show, onStale })
  const list = useRef<HTMLUListElement>(null)
  const shownVersion = useRef(version)
  useEffect(() => {
    // The pressed button no longer exists.
    if (shownVersion.current !== version && document.activeElement === document.body) list.current?.focus()
    shownVersion.current = version
  }, [version])

  return (
    <DrawerSection title="Items">
      <ul ref={list} tabIndex={-1} className="flex flex-col text-sm outline-none">
        {products.map((item) => {
          const { line, size } = item
          const isOpen = openLine === line
          const setSize = (chosen: string) =>
            run(() =>
              callSignedIn('POST /order/admin/:id/size', { params: { id }, body: { product: item._id, line, size: chosen, version } }),
            )
          const remove = (removal: { quantity: number; refund?: number }) =>
            run(() => callSignedIn('POST /order/admin/:id/remove', { params: { id }, body: { line, ...removal, version } }))
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

/** A deleted product is not found: its items can have the sizes of the shop. */
const loadProduct = (id: string) => call('GET /products/:id', { params: { id } })

interface SizeFormProps {
  line: AdminOrderDetail['products'][number]
  busy: boolean
  onSubmit: (size: Size) => void
}

/** Chooses the size of a line: a missing one, or another one. */
function SizeForm({ line, busy, onSubmit }: SizeFormProps) {
  const [size, setSize] = useState<Size>()
  const { data: product } = useResource({ id: line._id, load: loadProduct })
  const offered = (product?.sizes ?? sizes).filter((each) => each !== line.size)
  if (offered.length === 0) return null
  return (
    <form
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (size && !busy) onSubmit(size)
      }}
    >
      <SmallSelect
        aria-label={`Size of ${line.name}`}
        required
        value={size ?? ''}
        choices={[
          ['', line.size === null ? 'Choose a size' : 'Another size'],
          ...offered.map((each) => [each, product?.sizeStock ? `${each} (${findSizeStock({ product, size: each })} left)` : each] as const),
        ]}
        onChange={({ target }) => setSize(target.value || undefined)}
      />
      <Button type="submit" aria-disabled={busy}>
        {line.size === null ? 'Set size' : 'Change size'}
      </Button>
    </form>
  )
}
