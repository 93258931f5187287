import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
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
      {data ? (
        <RestoreQuestions reply={data} onChange={setData} onStale={reload} />
      ) : error === undefined ? (
        <p role="status" className="text-soft">
          Loading…
        </p>
      ) : (
        <ListError text={error} onRetry={reload} />
      )}
    </ListFrame>
  )
}
