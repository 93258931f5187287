import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Section } from '../../kit/section.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { PastOrderTable } from '../../shared/past-orders.tsx'

const load = (q: string) => callSignedIn('GET /past-orders', { query: { q } })

/** The orders of an earlier shop that a search has found, below those of this shop. Nothing without any. */
export function FoundPastOrders({ q }: { q: string }) {
  const { data, error } = useResource({ id: q, load })
  if (error !== undefined) return <p className="text-sm text-bad">Orders of the earlier shop could not be searched.</p>
  if (data === undefined || data.orders.length === 0) return null
  return (
    <Section title="Earlier shop" className="gap-3 pt-4">
      <PastOrderTable orders={data.orders} />
    </Section>
  )
}
