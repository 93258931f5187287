import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OrderTabs } from '../../shared/admin-tabs.tsx'
import { ListFrame } from '../../shared/list-frame.tsx'
import { ordersPath } from '../../shared/list-href.ts'
import { useResource } from '../../shared/use-resource.ts'
import type { Route } from './+types/after-restore'
import { RestoreQuestions } from './restore-questions.tsx'

export const handle = { section: ordersPath }
export const meta: Route.MetaFunction = ({ matches }) => [{ title: `After a restore · ${matches[0]?.loaderData?.storeName ?? ''}` }]

const load = () => callSignedIn('GET /restores/open', {})

/** What is to be answered after a backup was restored. */
export default function AfterRestore() {
  const { data, error, reload, setData } = useResource({ id: 'restore', load })
  return (
    <ListFrame title="After a restore" tabs={<OrderTabs />}>
      {data === undefined && error === undefined ? (
        <p role="status" className="text-soft">
          Loading…
        </p>
      ) : data === undefined ? (
        <EmptyState alert title={error ?? ''} action={<Button onClick={reload}>Try again</Button>} />
      ) : (
        <RestoreQuestions reply={data} onChange={setData} onStale={reload} />
      )}
    </ListFrame>
  )
}
