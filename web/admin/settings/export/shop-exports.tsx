import { useRevalidator } from 'react-router'
import { apiBase } from '#contract/api.ts'
import type { ShopExport } from '#contract/shop-export/shop-export.ts'
import { shopExportLimits } from '#contract/shop-export/shop-export-limits.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { loadOnce } from '../../kit/load-list.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/shop-exports'

export const clientLoader = () => loadOnce(() => callSignedIn('GET /shop-exports', {}))

export const meta = pageTitle('Export')

/** Everything that the shop has in one file. */
export default function ShopExports({ loaderData: { list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { busy, message, run, ask, dialog } = useAction(revalidate)
  const isActive = list?.exports.some(isOpen) === true
  usePolling({ active: isActive, refresh: revalidate, maxIntervalMs: 1_500 })
  const start = () => run(() => callSignedIn('POST /shop-exports', {}), revalidate)
  const download = ({ _id: id }: ShopExport) =>
    run(async () => {
      // Asks for the PIN if it is needed: the browser's own download could not.
      await callSignedIn('GET /shop-exports/:id', { params: { id } })
      window.location.assign(`${apiBase}/shop-exports/${id}/file`)
      return { message: 'The download has begun.' }
    })
  const remove = (row: ShopExport) =>
    ask(
      isOpen(row)
        ? { title: 'Stop this export?', text: 'What is written so far is deleted.', action: 'Stop' }
        : { title: 'Delete this export?', text: 'Its file can no longer be downloaded.', action: 'Delete' },
      () => callSignedIn('DELETE /shop-exports/:id', { params: { id: row._id } }).finally(revalidate),
    )
  return (
    <ListFrame title="Export" tabs={<SettingTabs />}>
      <p className="max-w-prose text-soft">
        One zip file with everything that the shop has: products as Shopify and others read them, orders, payments, documents, customers,
        returns, tickets, offers, categories, collections, redirects, settings, and the pictures. It takes minutes in a small shop and hours
        in a large one. You can leave this page. A file is deleted after {shopExportLimits.fileDays} days.
      </p>
      <p className="max-w-prose text-soft">
        The file has names, addresses, phone numbers and email addresses of all customers. Keep it safe, and delete it when you no longer
        need it.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="ink" aria-disabled={busy || isActive} onClick={() => !isActive && start()}>
          Export everything
        </Button>
        <StatusMessage message={message} />
      </div>
      {list === undefined ? (
        <ListError text={error ?? ''} />
      ) : (
        list.exports.length > 0 && (
          <Table
            label="Exports, newest first"
            rows={list.exports}
            getKey={({ _id }) => _id}
            columns={buildColumns({ busy, onDownload: download, onRemove: remove })}
          />
        )
      )}
      {dialog}
    </ListFrame>
  )
}

const isOpen = ({ state }: ShopExport): boolean => state === 'waiting' || state === 'running'

const formatCount = (count: number) => count.toLocaleString('en-IN')

const bytesPerMegabyte = 1024 * 1024

/** What has become of an export, or how far it is. */
function describeExport({ state, step, written, total, error, bytes, deletedAt }: ShopExport): string {
  if (state === 'failed') return error ?? ''
  if (state === 'waiting' || step === '') return 'Begins within a minute'
  if (state === 'running') {
    if (total !== null) return `Writing pictures: ${formatCount(written)} of ${formatCount(total)}`
    return `Writing ${step}: ${formatCount(written)} ${written === 1 ? 'line' : 'lines'}`
  }
  const megabytes = Math.max(0.1, (bytes ?? 0) / bytesPerMegabyte).toLocaleString('en-IN', { maximumFractionDigits: 1 })
  return `${megabytes} MB, until ${formatDateTime(deletedAt ?? '')}`
}

interface ColumnOptions {
  busy: boolean
  onDownload: (row: ShopExport) => void
  onRemove: (row: ShopExport) => void
}

const buildColumns = ({ busy, onDownload, onRemove }: ColumnOptions): readonly Column<ShopExport>[] => [
  {
    head: 'Requested',
    cell: ({ requestedAt, requestedBy }) => (
      <>
        <span className="font-semibold">{formatDateTime(requestedAt)}</span>
        {requestedBy !== null && <span className="block text-soft wrap-anywhere">{requestedBy}</span>}
      </>
    ),
  },
  {
    head: 'State',
    className: 'w-1/2',
    cell: (row) => <span className={row.state === 'failed' ? 'font-medium text-bad' : undefined}>{describeExport(row)}</span>,
  },
  actionColumn((row) => (
    <span className="inline-flex flex-col justify-end gap-2 sm:flex-row">
      {row.state === 'ready' && (
        <SmallButton
          aria-label={`Download the export of ${formatDateTime(row.requestedAt)}`}
          aria-disabled={busy}
          onClick={() => onDownload(row)}
        >
          Download
        </SmallButton>
      )}
      <SmallButton
        aria-label={`${isOpen(row) ? 'Stop' : 'Delete'} the export of ${formatDateTime(row.requestedAt)}`}
        className="text-bad"
        aria-disabled={busy}
        onClick={() => onRemove(row)}
      >
        {isOpen(row) ? 'Stop' : 'Delete'}
      </SmallButton>
    </span>
  )),
]
