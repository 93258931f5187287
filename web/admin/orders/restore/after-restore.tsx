import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { ordersPath } from '../../kit/list-href.ts'
import { useResource } from '../../kit/use-resource.ts'
import { RestoreQuestions } from './restore-questions.tsx'

export const handle = { section: ordersPath }
export const meta = pageTitle('After a restore')

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
