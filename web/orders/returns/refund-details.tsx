import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { describeLinkPage, LinkFailure, loadLink } from '../../layout/mail-link.tsx'
import type { Route } from './+types/refund-details'
import { RefundDetailsForm } from './refund-details-form.tsx'

const title = 'Your refund'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /payouts/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which a shopper says where a refund is transferred to. What was entered before is not shown. */
export default function RefundDetails({ loaderData: { token, target: payout, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {payout === undefined ? <LinkFailure title={title} error={error} /> : <Details key={token} token={token} payout={payout} />}
    </div>
  )
}

function Details({ token, payout: { number, amount, isEntered, isOfOrder } }: { token: string; payout: CallReply<'POST /payouts/find'> }) {
  return (
    <RefundDetailsForm token={token}>
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">{title}</h1>
        <p>
          We transfer <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> to you for {isOfOrder ? 'order' : 'return'}{' '}
          <span className="font-medium whitespace-nowrap tabular-nums">{number}</span>. Where to?
        </p>
        {isEntered && <p className="font-medium">You have told us where to. What you enter now replaces it.</p>}
        <p className="text-soft">
          We store it encrypted, use it for this refund only, and erase it a month after the payment. We never ask for a PIN, an OTP or your
          card number.
        </p>
      </div>
    </RefundDetailsForm>
  )
}
