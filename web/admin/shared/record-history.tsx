import { useCallback } from 'react'
import { Link } from 'react-router'
import type { ActivityKind } from '#contract/activity/recorded-calls.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { DrawerSection, LoadError } from '../kit/drawer.tsx'
import { formatDateTime } from '../kit/format-time.ts'
import { activityPath, buildListHref } from '../kit/list-href.ts'
import { Needs } from '../kit/needs.tsx'
import { useResource } from '../kit/use-resource.ts'
import { ChangeList } from './change-list.tsx'

const maxShown = 10

interface RecordHistoryProps {
  kind: ActivityKind
  id: string
}

/** What administrators have done with one record, newest first, for those who see the activity. */
export const RecordHistory = (props: RecordHistoryProps) => (
  <Needs right="staff">
    <History {...props} />
  </Needs>
)

function History({ kind, id }: RecordHistoryProps) {
  const load = useCallback((subject: string) => callSignedIn('GET /activity', { query: { kind, subject } }), [kind])
  const { data, error, reload } = useResource({ id, load })
  if (data?.entries.length === 0) return null
  return (
    <DrawerSection title="History">
      <LoadError error={error} onRetry={reload} />
      <ol className="flex flex-col text-sm">
        {data?.entries.slice(0, maxShown).map(({ _id, happenedAt, actor, text, changes }) => (
          <li key={_id} className="border-b border-line py-2">
            <span className="font-medium">{text}</span>{' '}
            <span className="text-soft">
              by {actor.name}, {formatDateTime(happenedAt)}
            </span>
            <ChangeList changes={changes} />
          </li>
        ))}
      </ol>
      {data && data.entries.length > maxShown && (
        <Link to={buildListHref({ path: activityPath, params: { kind, subject: id } })} className="link text-sm">
          View the whole history
        </Link>
      )}
    </DrawerSection>
  )
}
