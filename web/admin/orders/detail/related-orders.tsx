import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import type { OrdersOfSource, RelatedOrders as Related, SourceMatch } from '#contract/orders/order-edits.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { DrawerSection, LoadError } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { toggleSelected } from '../../kit/selection.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { TransitionResults } from '../shared/transition-results.tsx'
import { useTransitions } from '../shared/use-transitions.ts'

type SourceOrder = OrdersOfSource['orders'][number]

const matchNames: Readonly<Record<SourceMatch, string>> = {
  account: 'account',
  phone: 'phone',
  email: 'email',
  device: 'browser',
  ip: 'IP address',
  network: 'network',
}

const describeMatches = ({ matches }: { matches: readonly SourceMatch[] }): string =>
  matches.length === 0 ? 'this order' : `same ${matches.map((match) => matchNames[match]).join(', ')}`

const loadRelated = (id: string) => callSignedIn('GET /order/admin/:id/related', { params: { id } })
const loadOfSource = (id: string) => callSignedIn('GET /order/admin/:id/source', { params: { id } })

/** `4 orders, 2 open, 1 cancelled` */
function describeCounts({ counts: { all, ...others }, isCapped }: Related): string {
  const ends = Object.entries(others).filter(([, count]) => count > 0)
  return [`${all}${isCapped ? ' or more' : ''} ${all === 1 ? 'order' : 'orders'}`, ...ends.map(([end, count]) => `${count} ${end}`)].join(
    ', ',
  )
}

interface RelatedOrdersProps {
  id: string
  version: number
  /** orders of the same source were cancelled */
  onChange: () => void
}

/** The other orders of the person who placed an order, guests included. */
export function RelatedOrders({ id, version, onChange }: RelatedOrdersProps) {
  const [isSourceOpen, setSourceOpen] = useState(false)
  const { data, error, reload } = useResource({ id, load: loadRelated })
  const loadedVersion = useRef(version)
  useEffect(() => {
    if (loadedVersion.current === version) return
    loadedVersion.current = version
    reload()
  }, [version, reload])
  return (
    <DrawerSection title="Other orders of this person">
      <LoadError error={error} onRetry={reload} />
      {data && (
        <p className="text-sm text-soft">{data.counts.all === 0 ? 'None with this phone, email or account.' : describeCounts(data)}</p>
      )}
      {data && data.orders.length > 0 && (
        <ul className="flex flex-col text-sm">
          {data.orders.map((order) => (
            <li key={order._id} className="flex items-center justify-between gap-x-6 border-line py-1.5 not-last:border-b">
              <FoundOrder order={order}>
                <span className="text-soft">{describeMatches(order)}</span>
                {order.isLikelyDuplicate && <span className="block font-medium text-bad">Likely duplicate: open, with the same items</span>}
              </FoundOrder>
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" className="-ml-4 self-start text-sm" onClick={() => setSourceOpen(true)}>
        Find and cancel all orders of this source…
      </Button>
      {isSourceOpen && <OrdersOfSourceDialog id={id} onChange={onChange} onClose={() => setSourceOpen(false)} />}
    </DrawerSection>
  )
}

interface FoundOrderProps {
  order: Pick<SourceOrder, '_id' | 'number' | 'orderStatus' | 'totalPrice' | 'createdAt'>
  /** what it has in common with the order of the drawer */
  children: ReactNode
}

/** A row of another order, which opens it. */
function FoundOrder({ order: { _id, number, orderStatus, totalPrice, createdAt }, children }: FoundOrderProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <DrawerLink id={_id} className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6">
          {number}
        </DrawerLink>{' '}
        {children}
      </span>
      <span className="text-right tabular-nums">
        {orderStatus} · {formatRupees(totalPrice)}
        <time dateTime={createdAt} className="block text-soft">
          {formatDateTime(createdAt)}
        </time>
      </span>
    </>
  )
}

/** Many people share the network of a phone company or an office. */
const isOfSamePerson = ({ matches }: SourceOrder): boolean =>
  matches.length === 0 || matches.some((match) => match !== 'ip' && match !== 'network')

interface OrdersOfSourceDialogProps {
  id: string
  /** some orders were changed */
  onChange: () => void
  onClose: () => void
}

/** The open orders of the source of an order, to cancel them together. */
export function OrdersOfSourceDialog({ id, onChange, onClose }: OrdersOfSourceDialogProps) {
  const { data, error, reload, setData } = useResource({ id, load: loadOfSource })
  const { run, ...transitions } = useTransitions((answers) => {
    // At once, so that a second click does not send them again.
    if (data) setData({ ...data, orders: data.orders.filter(({ _id }) => !answers.some((answer) => answer._id === _id)) })
    reload()
    onChange()
  })
  return (
    <Dialog open title="Open orders of this source" onClose={onClose}>
      <LoadError error={error} onRetry={reload} />
      {run && <TransitionResults run={run} {...transitions} />}
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
  onCancel: (orders: readonly SourceOrder[]) => void
}

function OrderChoice({ data: { orders, isCapped }, busy, onCancel }: OrderChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(orders.filter(isOfSamePerson).map(({ _id }) => _id)))
  const choose = (some: readonly SourceOrder[], isChosen: boolean) => setChosen(toggleSelected(chosen, some, isChosen))
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
        onChange={(event) => choose(orders, event.currentTarget.checked)}
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
              onChange={(event) => choose([order], event.currentTarget.checked)}
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
        Cancel {formatCountOf(chosen.size, 'order')}
      </Button>
    </>
  )
}
