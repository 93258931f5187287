import { usePolling } from '../../api/use-polling.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../drawer.tsx'
import { DrawerError, DrawerSkeleton } from '../drawer-status.tsx'
import { formatDateTime } from '../format-time.ts'
import { useResource } from '../use-resource.ts'
import { OrderItems } from './order-items.tsx'
import { OrderPaymentSection } from './order-payment.tsx'
import { formatActor, kindNames } from './order-text.ts'
import { OrderTotals } from './order-totals.tsx'
import { OrderTransitions } from './order-transitions.tsx'

const load = async (id: string) => {
  const [order, { payment }] = await Promise.all([
    callSignedIn('getAdminOrder', { params: { id } }),
    callSignedIn('getOrderPayment', { params: { id } }),
  ])
  return { order, payment }
}

type Detail = Awaited<ReturnType<typeof load>>

const isRefundPending = (detail: Detail | undefined): boolean =>
  detail?.payment?.refunds.some(({ status }) => status === 'asked' || status === 'pending') ?? false

/** One order: status, items, address, payment and history. */
export function OrderDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const { data, error, reload, setData } = useResource({ id, load })
  usePolling({
    active: isRefundPending(data),
    // A failed poll keeps the data; the next one may succeed.
    refresh: () =>
      load(id).then(
        (fresh) => {
          setData(fresh)
          if (!isRefundPending(fresh)) onChange()
        },
        () => {},
      ),
  })
  const reloadAll = () => {
    reload()
    onChange()
  }
  return (
    <Drawer title={data ? `Order ${data.order.number}` : 'Order'} onClose={onClose}>
      {error !== undefined && <DrawerError text={error} onRetry={reload} />}
      {error === undefined && data === undefined && <DrawerSkeleton />}
      {data && (
        <>
          <OrderTransitions
            order={data.order}
            onStale={reloadAll}
            onTransition={(order) => {
              setData({ ...data, order })
              // Cancelling a card order also refunds it.
              reloadAll()
            }}
          />
          <OrderItems lines={data.order.products} />
          <div className="grid gap-8 sm:grid-cols-2">
            <DrawerSection title="Ship to">
              <Address address={data.order.deliveryAddress} />
            </DrawerSection>
            <DrawerSection title="Totals">
              <OrderTotals order={data.order} type={kindNames[data.order.kind]} />
            </DrawerSection>
          </div>
          {data.payment && <OrderPaymentSection orderId={id} payment={data.payment} onRefunded={reloadAll} onStale={reloadAll} />}
          <DrawerSection title="History">
            <ol className="flex flex-col text-sm">
              {data.order.events.map((event) => (
                <li
                  key={event.event + event.happenedAt}
                  className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b"
                >
                  <span>
                    <span className="font-semibold">{event.event}</span> <span className="text-soft">by {formatActor(event)}</span>
                  </span>
                  <time dateTime={event.happenedAt} className="text-soft tabular-nums">
                    {formatDateTime(event.happenedAt)}
                  </time>
                </li>
              ))}
            </ol>
          </DrawerSection>
        </>
      )}
    </Drawer>
  )
}

type Delivery = Detail['order']['deliveryAddress']

function Address({ address }: { address: Delivery }) {
  const { firstName, lastName, address: street, landmark, city, state, pinCode, phone, email } = address
  return (
    <address className="flex flex-col not-italic text-sm">
      <span className="font-semibold">
        {firstName} {lastName}
      </span>
      <span>{street}</span>
      {landmark && <span>{landmark}</span>}
      <span>
        {city} {pinCode}
      </span>
      <span>{state}</span>
      <a href={`tel:${phone}`} className="link mt-2 inline-flex min-h-6 w-fit items-center">
        {phone}
      </a>
      {email && (
        <a href={`mailto:${email}`} className="link inline-flex min-h-6 w-fit items-center break-all">
          {email}
        </a>
      )}
    </address>
  )
}
