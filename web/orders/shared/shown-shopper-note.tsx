import type { Order } from '#contract/orders/orders.ts'

/** What the shopper has said about an order. */
export function ShownShopperNote({ order: { note, isGift } }: { order: Pick<Order, 'note' | 'isGift'> }) {
  return (
    <>
      {note && (
        <p className="rounded-control bg-sunk p-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="font-medium">Note:</span> {note}
        </p>
      )}
      {isGift && <p className="text-sm font-medium">Gift: the packing slip has no prices.</p>}
    </>
  )
}
