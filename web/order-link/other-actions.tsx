import { useNavigation } from 'react-router'
import type { OrderPage } from '#contract/orders/order-links.ts'
import { formatPayOnline } from '#contract/orders/pay-online-text.ts'
import { LinkButton } from '../ui/button.tsx'
import { buildOpenSearch, preserveFocus } from './opened-action.ts'

type Action = OrderPage['actions'][number]

const labels: Record<Action['action'], (action: Action) => string> = {
  confirm: () => 'Confirm or cancel the order',
  pay: ({ saving }) => formatPayOnline(saving),
  return: () => 'Return items',
}

/** What else can be done now. A press opens the form on this page. */
export function OtherActions({ actions }: { actions: readonly Action[] }) {
  const { location: next } = useNavigation()
  return (
    <section aria-labelledby="order-actions" className="flex flex-col gap-4 print:hidden">
      <h2 id="order-actions" className="title text-3xl">
        What you can do now
      </h2>
      <ul className="flex flex-wrap gap-3">
        {actions.map((action) => {
          const search = buildOpenSearch(action)
          return (
            <li key={action.token} className="max-sm:w-full">
              <LinkButton to={search} replace {...preserveFocus} aria-busy={next?.search === search} className="max-sm:w-full">
                {labels[action.action](action)}
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
