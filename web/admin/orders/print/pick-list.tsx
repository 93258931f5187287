import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { toImageUrl } from '../../../ui/picture.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { describeWaiting } from '../../shared/pre-order.ts'
import { ItemTable } from './document-parts.tsx'
import { buildPickRows, describeState, isToPick } from './pick-rows.ts'

/** What to take from the shelves for all orders together. */
export function PickList({ orders }: { orders: readonly PrintedOrder[] }) {
  const { categories } = useStoreConfig()
  const rows = buildPickRows({ orders, categories })
  const picked = orders.filter(isToPick)
  const leftOut = orders.filter((order) => !isToPick(order))
  const waiting = picked.flatMap((order) => {
    const text = describeWaiting(order)
    return text === undefined ? [] : [`${order.number} (${text})`]
  })
  const items = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-label="Pick list" className="sheet sheet-a4 flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-display text-2xl">Pick list</h2>
        <p className="tabular-nums">
          {formatCountOf(items, 'item')} for {formatCountOf(picked.length, 'order')} · {formatDateTime(new Date().toISOString())}
        </p>
      </header>
      <ItemTable
        name="Product"
        columns={
          <>
            <th scope="col" className="w-8 py-1">
              <span className="sr-only">Picked</span>
            </th>
            <th scope="col" className="w-14 py-1">
              <span className="sr-only">Picture</span>
            </th>
          </>
        }
      >
        <tbody>
          {rows.map(({ key, name, image, size, sku, shelf, quantity, orders: numbers }) => (
            <tr key={key} className="border-b border-line">
              <td className="py-1">
                <span aria-hidden="true" className="block size-5 border-2 border-black" />
              </td>
              <td className="py-1 pr-2">
                <img
                  src={toImageUrl({ image, width: 160, format: 'jpeg' })}
                  alt=""
                  width={40}
                  height={50}
                  className="h-12.5 w-10 object-cover"
                />
              </td>
              <td className="py-1 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                <span className="block text-[0.85em] text-soft">
                  {shelf && <span className="font-bold text-ink">{shelf} · </span>}
                  {sku && `${sku} · `}
                  {numbers.length === 1 ? `in ${numbers[0]}` : `in ${numbers.length} orders`}
                </span>
              </td>
              <td className="px-2 py-1 text-[1.15em] font-bold">{size ?? 'To be confirmed'}</td>
              <td className="py-1 text-right text-[1.3em] font-bold">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </ItemTable>
      {rows.length === 0 && <p>Nothing to pick.</p>}
      {waiting.length > 0 && <p className="font-semibold">Not before their day: {waiting.join(', ')}</p>}
      {leftOut.length > 0 && (
        <p className="font-semibold">Left out: {leftOut.map((order) => `${order.number} (${describeState(order)})`).join(', ')}</p>
      )}
    </section>
  )
}
