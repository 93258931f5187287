import { useEffect, useState } from 'react'
import { type Size, sizes } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { endsEarly } from '#contract/order-status.ts'
import type { AdminOrderDetail, Order } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { call } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { DrawerSection } from '../drawer.tsx'
import { StatusMessage, useAction } from '../use-action.tsx'

interface OrderItemsProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
}

/** The items to pack. An item that was ordered without a size has a form for it. */
export function OrderItems({ order, onChange, onStale }: OrderItemsProps) {
  const { _id: id, products, orderStatus, version } = order
  const { busy, message, run } = useAction(onStale)

  const setSize = ({ product, size }: { product: string; size: Size }) =>
    run(async () => {
      const reply = await callSignedIn('setLineSize', { params: { id }, body: { product, size, version } })
      onChange(reply.order)
      return reply
    })

  return (
    <DrawerSection title="Items">
      <ul className="flex flex-col text-sm">
        {products.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order keep their places
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-2 not-last:border-b">
            <Picture image={line.image} placeholderColor="#e8e0d4" alt="" sizes="3rem" loading="eager" className="w-12 shrink-0" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{line.name}</span>
              {line.size ? <span>Size {line.size}</span> : <span className="font-medium text-bad">{screenTexts.sizeToBeConfirmed}</span>}
            </span>
            <span className="text-right whitespace-nowrap tabular-nums">
              <span className="font-semibold">{line.quantity} ×</span> <span className="text-soft">{formatRupees(line.price)}</span>
            </span>
            {line.size === null && !endsEarly(orderStatus) && (
              <SizeForm line={line} busy={busy} onSubmit={(size) => setSize({ product: line._id, size })} />
            )}
          </li>
        ))}
      </ul>
      <StatusMessage message={message} />
    </DrawerSection>
  )
}

interface SizeFormProps {
  line: Order['products'][number]
  busy: boolean
  onSubmit: (size: Size) => void
}

function SizeForm({ line, busy, onSubmit }: SizeFormProps) {
  const [size, setSize] = useState<Size>()
  const [offered, setOffered] = useState(sizes)
  // A product with stock by size has sizes of its own. A deleted product is not found.
  useEffect(() => {
    call('getProduct', { params: { id: line._id } }).then(
      (product) => setOffered(product.sizes),
      () => {},
    )
  }, [line._id])
  return (
    <form
      className="flex w-full flex-wrap items-center gap-3 pl-16"
      onSubmit={(event) => {
        event.preventDefault()
        if (size && !busy) onSubmit(size)
      }}
    >
      <select
        aria-label={`Size of ${line.name}`}
        required
        value={size ?? ''}
        onChange={({ target }) => setSize(offered.find((name) => name === target.value))}
        className="min-h-11 rounded-control border border-edge bg-raised px-3 text-ink hover:border-ink"
      >
        <option value="">Choose a size</option>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Button type="submit" aria-disabled={busy}>
        Set size
      </Button>
    </form>
  )
}
