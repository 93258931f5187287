import { type MouseEvent, useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import type { OrderPage } from '#contract/orders/order-links.ts'
import { buildOrderPagePath } from '#contract/orders/order-page-path.ts'
import { formatPayOnline } from '#contract/orders/pay-online-text.ts'
import { LinkButton } from '../ui/button.tsx'
import type { OfferedAction } from './load-action.ts'

type Action = OrderPage['actions'][number]

const labels: Record<Action['action'], (action: Action) => string> = {
  confirm: () => 'Confirm or cancel the order',
  pay: ({ saving }) => formatPayOnline(saving),
  address: () => 'Complete the address',
  return: () => 'Return items',
  refund: ({ refund = 0 }) => `Say where we transfer ${formatRupees(refund)}`,
  account: () => 'Add it to your account',
}

/** What else can be done now. A press opens the form on this page; without JavaScript, in a page of its own. */
export function OtherActions({ actions, onOpen }: { actions: readonly Action[]; onOpen: (action: OfferedAction) => Promise<void> }) {
  const [opening, setOpening] = useState<string>()
  const open = async (event: MouseEvent, { action, token }: Action) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (opening !== undefined) return
    setOpening(token)
    await onOpen({ action, token })
    setOpening(undefined)
  }
  return (
    <section aria-labelledby="order-actions" className="flex flex-col gap-4 print:hidden">
      <h2 id="order-actions" className="title text-3xl">
        What you can do now
      </h2>
      <ul className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <li key={action.token} className="max-sm:w-full">
            <LinkButton
              reloadDocument
              to={buildOrderPagePath(action.token)}
              aria-busy={opening === action.token}
              onClick={(event) => open(event, action)}
              className="max-sm:w-full"
            >
              {labels[action.action](action)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
