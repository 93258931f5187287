import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import type { OrderPage } from '#contract/orders/order-links.ts'
import { formatPayOnline } from '#contract/orders/pay-online-text.ts'
import { type ReportRecipients, recipientNames } from '#contract/settings/purchase-report.ts'
import { type Call, call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { callContext } from '../api/load-context.ts'
import { useRequest } from '../api/use-request.ts'
import { readPendingOrderPayment } from '../checkout/payment/pay-order-online.tsx'
import { describeLinkPage, LinkFailure } from '../layout/mail-link.tsx'
import { FailedDelivery } from '../orders/shared/failed-delivery.tsx'
import { LineItemList } from '../orders/shared/line-item-list.tsx'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import { TrackedOrder } from '../policies/tracking/tracked-order.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import type { Route } from './+types/order-link-page'
import { ActionSection } from './action-section.tsx'
import { type LoadedAction, loadAction } from './load-action.ts'
import { buildOpenSearch, findOpened, preserveFocus } from './opened-action.ts'

const title = 'Your order'

interface PageRequest {
  readonly call: Call
  readonly params: { readonly token: string }
  readonly request: Request
}

/** The order of a token, and the form of what the link is for. A link that follows the order has the form that the query names. */
async function load({ call, params, request }: PageRequest) {
  const token = params.token.slice(0, maxLengths.trackingToken)
  try {
    const page = await call('POST /order/page', { body: { token } })
    const { purpose, actions } = page
    if (purpose === 'deliver') return { token, page, opened: undefined, error: undefined }
    const offered = purpose === 'track' ? findOpened({ actions, search: new URL(request.url).search }) : { action: purpose, token }
    return { token, page, opened: offered && (await loadAction({ call, ...offered })), error: undefined }
  } catch (error) {
    return { token, page: undefined, opened: undefined, error: describeFailure(error) }
  }
}

export const loader = ({ context, ...rest }: Route.LoaderArgs) => load({ call: context.get(callContext), ...rest })
export const clientLoader = (request: Route.ClientLoaderArgs) => load({ ...request, call })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The URL contains a secret token. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })

/** The page that all links of an order open: what the order is, and what can be done now. Opening it changes nothing: mail scanners do too. */
export default function OrderLinkPage({ loaderData: { token, page, opened, error } }: Route.ComponentProps) {
  const [shown, setShown] = useState({ token, page })
  if (page ? page !== shown.page : token !== shown.token) setShown({ token, page })
  // A failure of reading the order again leaves what is open and typed.
  const order = page ?? (shown.token === token ? shown.page : undefined)
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {order ? (
        <LinkedOrder key={token} token={token} page={order} opened={opened} error={error} />
      ) : (
        <LinkFailure title={title} error={error} action={<ContactLinks />} />
      )}
    </div>
  )
}

const ContactLinks = () => (
  <>
    <LinkButton variant="primary" to="/contact">
      Contact us
    </LinkButton>
    <LinkButton to="/order-tracking">Track an order</LinkButton>
  </>
)

interface LinkedOrderProps {
  token: string
  page: OrderPage
  /** what the link is for, or the query of a link that follows the order names */
  opened: LoadedAction | undefined
  /** why the order could not be read again */
  error: string | undefined
}

function LinkedOrder({ token, page, opened, error }: LinkedOrderProps) {
  const { purpose, number, orderStatus, order, tracking, actions, purchaseReport } = page
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [first] = useState(opened)
  const [sections, setSections] = useState(opened ? [opened] : [])
  // A form that is open stays as it is; what could not be loaded is replaced.
  const known = opened && sections.find((section) => section.token === opened.token)
  if (opened && opened !== known && !known?.target) setSections([...sections.filter((section) => section !== known), opened])
  const others = actions.filter((action) => !sections.some((section) => section.token === action.token && section.target))
  const openPaid = useEffectEvent(() => {
    const paid = actions.find((action) => readPendingOrderPayment(action.token))
    if (paid) navigate(buildOpenSearch(paid), { replace: true, ...preserveFocus })
  })
  useEffect(() => openPaid(), [])
  const links = tracking ? null : (
    <div className="flex flex-wrap gap-3">
      <ContactLinks />
    </div>
  )
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="title">
          {title} <span className="whitespace-nowrap tabular-nums">{number}</span>
        </h1>
        {orderStatus && <p className="text-soft">Status: {orderStatus}</p>}
      </header>
      {tracking && <TrackedOrder tracking={tracking} focus={false} token={token} phone={undefined} />}
      <div className={order ? 'grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,28rem)_minmax(0,20rem)]' : 'contents'}>
        <div className="flex flex-col gap-10 empty:hidden">
          {purpose === 'deliver' && <FailedDelivery access={{ token }} heading="h2" />}
          {sections.map((section) => (
            <ActionSection
              key={`${section.token} ${section.error}`}
              first={section}
              focus={section !== first}
              isReturned={section.token === token && query.get('status') === 'paid'}
              links={links}
              onDone={revalidate}
            />
          ))}
        </div>
        {order && (
          <section aria-labelledby="order-items" className="flex flex-col gap-4 rounded-control bg-sunk p-6 max-md:order-first">
            <h2 id="order-items" className="font-medium">
              Items
            </h2>
            <LineItemList label="Items" items={order.products} />
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line border-t pt-4 tabular-nums">
              <TotalRows order={order} />
            </dl>
          </section>
        )}
      </div>
      <FormError text={error} />
      {others.length > 0 && <OtherActions actions={others} />}
      <PurchaseConsent token={token} recipients={purchaseReport} onDone={revalidate} />
    </>
  )
}

type Action = OrderPage['actions'][number]

const labels: Record<Action['action'], (action: Action) => string> = {
  confirm: () => 'Confirm or cancel the order',
  pay: ({ saving }) => formatPayOnline(saving),
  return: () => 'Return items',
}

/** What else can be done now. A press opens the form on this page. */
function OtherActions({ actions }: { actions: readonly Action[] }) {
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

interface PurchaseConsentProps {
  token: string
  /** undefined: nobody is told about the order, or not any more */
  recipients: ReportRecipients | undefined
  /** the consent is withdrawn */
  onDone: () => void
}

/** Withdraws the consent that advertising companies are told about this purchase. */
function PurchaseConsent({ token, recipients, onDone }: PurchaseConsentProps) {
  const { busy, error, run } = useRequest()
  const [message, setMessage] = useState('')
  if (!recipients && message === '') return null
  const withdraw = () =>
    run(async () => {
      const reply = await call('POST /order/purchase-report/withdraw', { body: { token } })
      setMessage(reply.message)
      onDone()
    })
  return (
    <section aria-labelledby="purchase-consent" className="flex max-w-prose flex-col items-start gap-3 print:hidden">
      <h2 id="purchase-consent" className="font-medium">
        Advertisements
      </h2>
      <p role="status" className="empty:hidden">
        {message}
      </p>
      {message === '' && recipients && (
        <>
          <p className="text-sm text-soft">
            {`You agreed that ${recipientNames[recipients]} may be told about this purchase, to see which advertisement led to it. What they were told before stays with them.`}
          </p>
          <Button aria-disabled={busy} onClick={withdraw}>
            Withdraw this consent
          </Button>
        </>
      )}
      <p role="alert" className="text-bad empty:hidden">
        {error}
      </p>
    </section>
  )
}
