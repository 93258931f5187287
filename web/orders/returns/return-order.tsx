import { useMemo } from 'react'
import { useRevalidator } from 'react-router'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { throwNotFound } from '../shared/throw-not-found.ts'
import type { Route } from './+types/return-order'
import { ReturnItems } from './return-items.tsx'
import { createOrderSource } from './return-source.ts'

export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  id,
  order: await callSignedIn('GET /order/:id/returnable', { params: { id } }).catch(throwNotFound),
})

export const meta = pageTitle('Return items')

/** Returns items of an order of the signed-in shopper. */
export default function ReturnOrder({ loaderData: { id, order } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const source = useMemo(() => createOrderSource(id), [id])
  return <ReturnItems key={id} order={order} source={source} orderHref={`/UserDashboard/orders/${id}`} onChange={revalidate} />
}
