import type { ReactNode } from 'react'

/** `total` is formatted. Stays in view beside a long list. */
export function CartSummary({ count, total, children }: { count: number; total: string; children: ReactNode }) {
  return (
    <section aria-labelledby="summary" className="flex flex-col gap-4 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
      <h2 id="summary" className="font-display text-2xl">
        Summary
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Subtotal, {count === 1 ? '1 item' : `${count} items`}</dt>
        <dd className="text-right">{total}</dd>
        <dt className="text-soft">Shipping</dt>
        <dd className="text-right">Free</dd>
        <div aria-hidden="true" className="dashed-line col-span-2 my-2 text-edge" />
        <dt className="text-lg font-semibold">Total</dt>
        <dd aria-live="polite" className="text-right text-lg font-semibold">
          {total}
        </dd>
      </dl>
      {children}
    </section>
  )
}
