import { useMemo } from 'react'
import { data, useRevalidator } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/return-order'
import { ReturnItems } from './return-items.tsx'
import { createOrderSource } from './return-source.ts'

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  try {
    return { id: params.id, order: await callSignedIn('GET /order/:id/returnable', { params: { id: params.id } }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export const meta = pageTitle('Return items')

/** Returns items of an order of the signed-in shopper. */
export default function ReturnOrder({ loaderData: { id, order } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const source = useMemo(() => createOrderSource(id), [id])
  return <ReturnItems key={id} order={order} source={source} orderHref={`/UserDashboard/orders/${id}`} onChange={revalidate} />
}
