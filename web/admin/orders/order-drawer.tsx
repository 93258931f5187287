import { usePolling } from '../../api/use-polling.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../drawer.tsx'
import { DrawerError, DrawerSkeleton } from '../drawer-status.tsx'
import { formatMoment } from '../format-time.ts'
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

const isMoneyMoving = (detail: Detail | undefined): boolean =>
  detail?.payment?.refunds.some(({ status }) => status === 'asked' || status === 'pending') ?? false

/** One order: what to send where, how it is paid, and what is to be done next. */
export function OrderDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const { data, problem, reload, put } = useResource({ id, load })
  usePolling({
    active: isMoneyMoving(data),
    // A look that fails leaves what is there; the next one may succeed.
    refresh: () =>
      load(id).then(
        (fresh) => {
          put(fresh)
          if (!isMoneyMoving(fresh)) onChange()
        },
        () => {},
      ),
  })
  const again = () => {
    reload()
    onChange()
  }
  return (
    <Drawer title={data ? `Order ${data.order.number}` : 'Order'} onClose={onClose}>
      {problem !== undefined && <DrawerError words={problem} onRetry={reload} />}
      {problem === undefined && data === undefined && <DrawerSkeleton />}
      {data && (
        <>
          <OrderTransitions
            order={data.order}
            onStale={again}
            onMoved={(order) => {
              put({ ...data, order })
              // A cancelled card order also sends money back.
              again()
            }}
          />
          <OrderItems lines={data.order.products} />
          <div className="grid gap-8 sm:grid-cols-2">
            <DrawerSection title="Send to">
              <Address address={data.order.deliveryAddress} />
            </DrawerSection>
            <DrawerSection title="Money">
              <OrderTotals order={data.order} kind={kindNames[data.order.kind]} />
            </DrawerSection>
          </div>
          {data.payment && <OrderPaymentSection orderId={id} payment={data.payment} onRefunded={again} onStale={again} />}
          <DrawerSection title="What happened">
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
                    {formatMoment(event.happenedAt)}
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
