import type { CallReply } from '#contract/contract.ts'
import { figureDays } from '#contract/figures/figures.ts'
import type { SewingRow } from '#contract/figures/sewing.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { formatShortDay } from '../kit/format-time.ts'
import { ListError, ListFrame } from '../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../kit/list-href.ts'
import { loadOnce } from '../kit/load-list.ts'
import { type Column, Table } from '../kit/table.tsx'
import { formatCount, formatDatedPeriod, StillCounted } from './parts/figure-parts.tsx'
import { FileButtons } from './parts/file-buttons.tsx'
import { PeriodNav } from './parts/period-nav.tsx'
import { ProductLink } from './product-link.tsx'
import '../../ui/print.css'

/** The list of the days in the address, 30 without them. */
export async function loadSewingList(search: URLSearchParams) {
  const days = figureDays.find((count) => count === search.get('days')) ?? '30'
  return { days, ...(await loadOnce(() => callSignedIn('GET /figures/sewing', { query: { days } }))) }
}

const columns: readonly Column<SewingRow>[] = [
  { head: 'Product', cell: ({ productId, name }) => <ProductLink _id={productId} name={name} /> },
  { head: 'Size', cell: ({ size }) => size || '–' },
  { head: 'To sew', number: true, cell: ({ toSew }) => <span className="font-semibold">{formatCount(toSew)}</span> },
  { head: 'Waiting', number: true, cell: ({ waiting }) => formatCount(waiting) },
  { head: 'In stock', number: true, className: 'max-sm:hidden', cell: ({ stock }) => formatCount(stock) },
  { head: 'Sold', number: true, className: 'max-md:hidden', cell: ({ sold }) => formatCount(sold) },
  { head: 'Hours sold out', number: true, className: 'max-md:hidden', cell: ({ hoursSoldOut }) => formatCount(hoursSoldOut) },
  { head: 'Missed', number: true, className: 'max-md:hidden', cell: ({ missed }) => (missed === null ? 'not known' : formatCount(missed)) },
]

/** What was missing by size, as a list for the tailor. */
export function SewingList({ days, list, error }: Awaited<ReturnType<typeof loadSewingList>>) {
  const download = () =>
    downloadSignedIn({ route: 'GET /figures/sewing/export', input: { query: { days } }, fileName: `to-sew-${list?.to ?? days}.csv` })
  return (
    <div data-print>
      <ListFrame
        title="What to sew"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={list && <p className="text-soft">{formatDatedPeriod(list)}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <PeriodNav days={days} buildHref={(count) => buildListHref({ path: analysisPath, params: { view: 'sew', days: count } })} />
          <FileButtons download={download} />
        </div>
        {error !== undefined && <ListError text={error} />}
        {list && <Rows {...list} />}
      </ListFrame>
    </div>
  )
}

function Rows({ rows, total, sum, countedSince, knownSince }: CallReply<'GET /figures/sewing'>) {
  return (
    <>
      <StillCounted since={countedSince} />
      {knownSince && (
        <p
          role="status"
          className="text-thread"
        >{`What was in stock before ${formatShortDay(knownSince)} is not known, so the list begins there.`}</p>
      )}
      {rows.length === 0 && <EmptyState title="Nothing was missing in this period." />}
      {rows.length > 0 && (
        <>
          <p role="status">
            <span className="font-display text-2xl tabular-nums">{formatCount(sum)}</span>{' '}
            <span className="text-soft">
              {`to sew, in ${total === 1 ? 'one size' : `${formatCount(total)} sizes`}`}
              {total > rows.length && `; the first ${formatCount(rows.length)} are shown, and the file has all`}
            </span>
          </p>
          <Table label="What to sew, the most first" columns={columns} rows={rows} getKey={({ _id }) => _id} />
        </>
      )}
      <p className="max-w-prose text-sm text-soft">
        To sew is what was missed, and one for each person who waits for a mail when it is back. Missed are the hours without stock, times
        the items sold in an hour with stock. Sold are the items ordered in the period and not cancelled. Where there was less than an hour
        of stock in the period, only who waits counts: choose a longer one. Products that are not on sale are left out.
      </p>
    </>
  )
}
