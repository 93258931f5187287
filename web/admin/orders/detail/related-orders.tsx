import { useEffect, useRef, useState } from 'react'
import type { RelatedOrders as Related } from '#contract/orders/order-edits.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection, LoadError } from '../../kit/drawer.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { FoundOrder } from './found-order.tsx'
import { OrdersOfSourceDialog } from './orders-of-source.tsx'

const load = (id: string) => callSignedIn('GET /order/admin/:id/related', { params: { id } })

const matchNames: Readonly<Record<Related['orders'][number]['matches'][number], string>> = {
  account: 'account',
  phone: 'phone',
  email: 'email',
}

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
  const { data, error, reload } = useResource({ id, load })
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
                <span className="text-soft">same {order.matches.map((match) => matchNames[match]).join(', ')}</span>
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
