import { useState } from 'react'
import type { OrdersOfSource, SourceMatch } from '#contract/orders/order-edits.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { LoadError } from '../../kit/drawer.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { TransitionResults } from '../shared/transition-results.tsx'
import { useTransitions } from '../shared/use-transitions.ts'
import { FoundOrder } from './found-order.tsx'

type Order = OrdersOfSource['orders'][number]

const matchNames: Readonly<Record<SourceMatch, string>> = {
  account: 'account',
  phone: 'phone',
  email: 'email',
  device: 'browser',
  ip: 'IP address',
  network: 'network',
}

const load = (id: string) => callSignedIn('GET /order/admin/:id/source', { params: { id } })

/** Many people share the network of a phone company or an office. */
const isOfSamePerson = ({ matches }: Order): boolean =>
  matches.length === 0 || matches.some((match) => match !== 'ip' && match !== 'network')

const describeMatches = ({ matches }: Order): string =>
  matches.length === 0 ? 'this order' : `same ${matches.map((match) => matchNames[match]).join(', ')}`

interface OrdersOfSourceDialogProps {
  id: string
  /** some orders were changed */
  onChange: () => void
  onClose: () => void
}

/** The open orders of the source of an order, to cancel them together. */
export function OrdersOfSourceDialog({ id, onChange, onClose }: OrdersOfSourceDialogProps) {
  const { data, error, reload, setData } = useResource({ id, load })
  const { run, ...transitions } = useTransitions((answers) => {
    // At once, so that a second click does not send them again.
    if (data) setData({ ...data, orders: data.orders.filter(({ _id }) => !answers.some((answer) => answer._id === _id)) })
    reload()
    onChange()
  })
  return (
    <Dialog open title="Open orders of this source" onClose={onClose}>
      <LoadError error={error} onRetry={reload} />
      {run && <TransitionResults run={run} onUndo={transitions.undo} onResume={transitions.resume} onClose={transitions.close} />}
      {data && data.orders.length === 0 && <p>No open order is left that is not paid.</p>}
      {data && data.orders.length > 0 && (
        <OrderChoice
          key={data.orders.map(({ _id }) => _id).join(' ')}
          data={data}
          busy={run?.busy ?? false}
          onCancel={(orders) => transitions.start('Cancelled', orders)}
        />
      )}
    </Dialog>
  )
}

interface OrderChoiceProps {
  data: OrdersOfSource
  busy: boolean
  onCancel: (orders: readonly Order[]) => void
}

function OrderChoice({ data: { orders, isCapped }, busy, onCancel }: OrderChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(orders.filter(isOfSamePerson).map(({ _id }) => _id)))
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }
  return (
    <>
      <p className="text-sm text-soft">
        Unpaid orders with the same account, phone, email or browser are selected. Orders that share only the IP address or the network can
        be of other people: look at them before you select them. The items return to stock, and each shopper gets an email.
        {isCapped && ' These are the newest; cancel them to see the others.'}
      </p>
      <Checkbox
        className="font-semibold"
        checked={chosen.size === orders.length}
        onChange={(event) =>
          choose(
            orders.map(({ _id }) => _id),
            event.currentTarget.checked,
          )
        }
      >
        All {orders.length}
      </Checkbox>
      <ul className="flex max-h-[45dvh] flex-col overflow-y-auto border-y border-line text-sm">
        {orders.map((order) => (
          <li key={order._id} className="flex items-center gap-3 border-line py-1.5 not-last:border-b">
            <input
              type="checkbox"
              aria-label={`Select order ${order.number}`}
              className="size-5 shrink-0 accent-thread"
              checked={chosen.has(order._id)}
              onChange={(event) => choose([order._id], event.currentTarget.checked)}
            />
            <FoundOrder order={order}>
              <span className={isOfSamePerson(order) ? 'text-soft' : 'font-medium text-bad'}>{describeMatches(order)}</span>
            </FoundOrder>
          </li>
        ))}
      </ul>
      <Button
        variant="primary"
        className="self-end"
        aria-disabled={busy || chosen.size === 0}
        onClick={() => !busy && chosen.size > 0 && onCancel(orders.filter(({ _id }) => chosen.has(_id)))}
      >
        Cancel {chosen.size} {chosen.size === 1 ? 'order' : 'orders'}
      </Button>
    </>
  )
}
