import { useMemo } from 'react'
import { useRevalidator } from 'react-router'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { describeLinkPage, LinkFailure, loadLink } from '../../layout/mail-link.tsx'
import type { Route } from './+types/return-by-link'
import { ReturnItems } from './return-items.tsx'
import { createLinkSource } from './return-source.ts'

const title = 'Return items'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /order/returns/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** Returns items of one order, by the link of its tracking page and its mails. */
export default function ReturnByLink({ loaderData: { token, target: order, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const source = useMemo(() => createLinkSource(token), [token])
  if (order === undefined)
    return (
      <div className="page-width pt-8 sm:pt-12">
        <LinkFailure title={title} error={error} />
      </div>
    )
  return <ReturnItems key={token} order={order} source={source} onChange={revalidate} />
}
