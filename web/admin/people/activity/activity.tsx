import { useState } from 'react'
import type { ActivityEntry } from '#contract/activity/activity.ts'
import { activityKinds } from '#contract/activity/recorded-calls.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { anyText, defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { ExportDialog } from '../../kit/export-dialog.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { DateFilter, FilterSelect } from '../../kit/list-frame.tsx'
import { activityPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { buildRecordHref, describeActivityKind } from '../../shared/activity-href.ts'
import { ChangeList } from '../../shared/change-list.tsx'
import type { Route } from './+types/activity'

const activity = defineList({
  path: activityPath,
  filters: { q: searchText, actor: anyText, kind: oneOf(activityKinds), subject: anyText, from: anyText, to: anyText, after: anyText },
  // Its pages follow each other by a position, not by a number.
  load: async ({ page: _page, limit: _limit, ...query }) => ({ ...(await callSignedIn('GET /activity', { query })), totalPages: 1 }),
})
export const clientLoader = activity.loader

export const meta = pageTitle('Activity')

/** What administrators have done, newest first. */
export default function Activity({ loaderData }: Route.ComponentProps) {
  const { list, filters } = loaderData
  const { after: _after, ...filter } = filters
  return (
    <ListPage
      title="Activity"
      tabs={<UserTabs />}
      definition={activity}
      loaded={loaderData}
      rows={list?.entries}
      columns={columns}
      label="Activity, newest first"
      noun={['entry', 'entries']}
      intro="What administrators have changed, exported and signed in to. Entries are deleted after three years and cannot be changed."
      searchHint="Name of a record, or order number"
      filters={
        <>
          <FilterSelect
            name="actor"
            label="Administrator"
            allLabel="All administrators"
            value={filters.actor ?? ''}
            choices={list?.administrators.map(({ _id, name }) => [_id, name]) ?? []}
          />
          <FilterSelect
            name="kind"
            label="Kind"
            allLabel="All kinds"
            value={filters.kind ?? ''}
            choices={activityKinds.map((kind) => [kind, describeActivityKind(kind)])}
          />
          <DateFilter name="from" label="From" value={filters.from} />
          <DateFilter name="to" label="To" value={filters.to} />
        </>
      }
      actions={<ExportActivity filter={filter} isEmpty={!list?.entries.length} />}
      empty="Nothing is recorded yet."
      emptyFound="No entries found."
    >
      {list?.next != null && (
        <div>
          <LinkButton to={activity.buildHref({ ...filter, after: list.next }, 1)}>Older entries</LinkButton>
        </div>
      )}
    </ListPage>
  )
}

const columns: readonly Column<ActivityEntry>[] = [
  {
    head: 'Time',
    className: 'max-sm:hidden align-top whitespace-nowrap',
    cell: ({ happenedAt }) => formatDateTime(happenedAt),
  },
  { head: 'Administrator', className: 'max-sm:hidden align-top wrap-anywhere', cell: ({ actor }) => actor.name },
  {
    head: 'Activity',
    className: 'align-top wrap-anywhere',
    cell: (entry) => (
      <>
        <span className="font-semibold">{entry.text}</span>
        <span className="block">
          <RecordName entry={entry} />
        </span>
        <span className="block text-soft sm:hidden">
          {entry.actor.name}, {formatDateTime(entry.happenedAt)}
        </span>
        <span className="block sm:hidden">
          <ChangeList changes={entry.changes} />
        </span>
      </>
    ),
  },
  { head: 'Changes', className: 'max-sm:hidden align-top', cell: ({ changes }) => <ChangeList changes={changes} /> },
]

function RecordName({ entry }: { entry: ActivityEntry }) {
  const href = buildRecordHref(entry)
  const name = entry.subject.name
  // Such as the browser of a sign-in.
  if (href === undefined) return name
  return (
    <>
      {describeActivityKind(entry.kind)}{' '}
      <ScreenLink to={href} className="link" otherwise={name}>
        {name === '' ? 'View' : name}
      </ScreenLink>
    </>
  )
}

type Filter = Omit<Route.ComponentProps['loaderData']['filters'], 'after'>

/** Downloads the entries of the list as CSV. */
function ExportActivity({ filter, isEmpty }: { filter: Filter; isEmpty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const download = () =>
    downloadSignedIn({ route: 'GET /activity/export', input: { query: filter }, fileName: `activity-${toIndianDay()}.csv` })
  return (
    <>
      <Button className="text-sm sm:min-h-10" disabled={isEmpty} onClick={() => setOpen(true)}>
        Export CSV
      </Button>
      {isOpen && (
        <ExportDialog
          title="Export the activity"
          legend="Entries"
          choices={{ shown: 'The entries of this list' }}
          download={download}
          onClose={() => setOpen(false)}
        >
          <p>The file names administrators and what they have changed, at most 100,000 entries.</p>
        </ExportDialog>
      )}
    </>
  )
}
