import { useRevalidator } from 'react-router'
import type { ShownBackup } from '#contract/backups/backups.ts'
import type { CallReply } from '#contract/contract.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { backupsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/backups'

type Backups = CallReply<'GET /backups'>

const backups = defineList({
  path: backupsPath,
  filters: {},
  load: async () => ({ ...(await callSignedIn('GET /backups', {})), totalPages: 1 }),
})
export const clientLoader = backups.loader

export const meta = pageTitle('Backups')

/** The backups of the shop, and whether the nightly one works. */
export default function BackupsPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction()
  const { list } = loaderData
  const isRunning = typeof list?.requestedAt === 'string'
  usePolling({ active: isRunning, refresh: revalidate, maxIntervalMs: 10_000 })
  const backUp = () => run(() => callSignedIn('POST /backups', {}), revalidate)
  const download = (name: string) =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /backups/:name', input: { params: { name } }, fileName: name })
      return { message: 'The file is saved. Store it safely: it has all data of your customers.' }
    })
  return (
    <ListPage
      title="Backups"
      tabs={<SettingTabs />}
      definition={backups}
      loaded={loaderData}
      rows={list?.backups}
      columns={buildColumns({ busy, download })}
      label="Backups, newest first"
      noun={['backup', 'backups']}
      intro={list && <Intro {...list} />}
      actions={
        <Button
          variant="ink"
          className="sm:min-h-9 sm:py-1 sm:text-sm"
          aria-disabled={busy || isRunning}
          onClick={() => isRunning || backUp()}
        >
          {isRunning ? 'Backing up…' : 'Back up now'}
        </Button>
      }
      above={
        <>
          {list && <Failures {...list} />}
          <StatusMessage message={message} />
        </>
      }
      empty="No backups yet."
    />
  )
}

/** Where backups are, and how many of them. */
function Intro({ isNightly, isBucket, place, lastAt }: Backups) {
  const last = lastAt === null ? 'None has been written yet.' : `The last one was written on ${formatPlannedTime(lastAt)}.`
  return (
    <>
      {isNightly
        ? 'The shop writes a backup every night at 02:30, and keeps the newest of 7 days, 4 weeks and 12 months.'
        : 'No backup is written at night: the setting NIGHTLY_BACKUP of the server is off.'}{' '}
      {last} They are in <span className="wrap-anywhere">{place}</span>
      {isBucket ? '.' : ', so download one from time to time: a broken disk takes them along.'}
    </>
  )
}

function Failures({ failure, listError }: Backups) {
  const texts = [
    ...(failure ? [`The backup of ${formatPlannedTime(failure.at)} failed. ${failure.message}`] : []),
    ...(listError === null ? [] : [`The backups cannot be listed. ${listError}`]),
  ]
  return texts.map((text) => (
    <p key={text} role="alert" className="max-w-prose border-l-4 border-bad bg-raised px-4 py-2 wrap-anywhere">
      {text}
    </p>
  ))
}

const megabyte = 1024 * 1024

const formatSize = (bytes: number): string => `${(bytes / megabyte).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`

interface ColumnOptions {
  busy: boolean
  download: (name: string) => void
}

const buildColumns = ({ busy, download }: ColumnOptions): readonly Column<ShownBackup>[] => [
  {
    head: 'Written',
    cell: ({ _id, madeAt }) => (
      <>
        <span className="font-semibold">{formatPlannedTime(madeAt)}</span>
        <span className="block text-sm text-soft wrap-anywhere">{_id}</span>
      </>
    ),
  },
  { head: 'Size', number: true, cell: ({ bytes }) => formatSize(bytes) },
  actionColumn(({ _id, madeAt }) => (
    <Needs right="exports">
      <SmallButton aria-label={`Download the backup of ${formatPlannedTime(madeAt)}`} aria-disabled={busy} onClick={() => download(_id)}>
        Download
      </SmallButton>
    </Needs>
  )),
]
