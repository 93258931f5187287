import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { type Settlement, type SettlementRow, settlementLimits } from '#contract/payments/settlements.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, parsePastMonth } from '../../kit/define-list.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref, ordersPath, settlementsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { formatAmount, formatCount } from '../parts/figure-parts.tsx'
import { FileButtons } from '../parts/file-buttons.tsx'
import { findThisMonth, listMonths } from '../parts/months.tsx'
import { SettledMonths } from './settled-months.tsx'
import '../../../ui/print.css'

const settlements = defineList({
  path: analysisPath,
  filters: { view: oneOf(['settlements']), month: parsePastMonth },
  load: ({ view: _view, ...query }) => callSignedIn('GET /settlements', { query }),
})

export const loadSettlements = settlements.loader

const columns: readonly Column<Settlement>[] = [
  {
    head: 'Bank statement',
    className: 'wrap-anywhere',
    cell: ({ settledOn, utr, _id, open }) => (
      <>
        <span className="font-semibold">{formatDate(settledOn)}</span>
        <span className="block text-soft">{utr === null ? `No UTR yet, ${_id}` : `UTR ${utr}`}</span>
        {open > 0 && <span className="block font-medium text-bad">{`${formatCount(open)} to explain`}</span>}
      </>
    ),
  },
  { head: 'Payments', number: true, className: 'max-sm:hidden', cell: ({ payments }) => formatRupees(payments) },
  { head: 'Refunds', number: true, className: 'max-sm:hidden', cell: ({ refunds }) => formatAmount(-refunds) },
  {
    head: 'Fees',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ fees, tax }) => (
      <>
        {formatAmount(-fees)}
        <span className="block text-xs text-soft">{`with ${formatRupees(tax)} tax`}</span>
      </>
    ),
  },
  { head: 'Others', number: true, className: 'max-sm:hidden', cell: ({ others }) => formatAmount(others) },
  { head: 'Amount', number: true, cell: ({ amount }) => formatAmount(amount) },
]

/** What the payment provider has settled to the bank account. */
export function Settlements(loaded: Awaited<ReturnType<typeof loadSettlements>>) {
  const { revalidate } = useRevalidator()
  const [row, setRow] = useState<SettlementRow>()
  const { list, page } = loaded
  const { month } = loaded.filters
  const download = () =>
    downloadSignedIn({
      route: 'GET /settlements/export',
      input: { query: { month } },
      fileName: `settlements-${month ?? toIndianDay()}.csv`,
    })
  const close = () => setRow(undefined)
  const resolved = () => {
    close()
    revalidate()
  }
  return (
    <div data-print>
      <ListPage
        title="Settlements"
        tabs={<FigureTabs />}
        definition={{
          path: settlementsPath,
          buildHref: (params, number) => settlements.buildHref({ ...params, view: 'settlements' }, number),
        }}
        loaded={{ ...loaded, filters: { month } }}
        rows={list?.settlements}
        columns={columns}
        label="Settlements, newest first"
        rowsPerPage={settlementLimits.perPage}
        noun={['settlement', 'settlements']}
        intro="What the payment provider has paid to the bank account: each line is one of the bank statement. The settlements of yesterday are read every morning; a file of the provider's dashboard adds earlier ones."
        filters={
          <>
            <input type="hidden" name="view" value="settlements" />
            <FilterSelect name="month" label="Month" value={month ?? ''} allLabel="All months" choices={listMonths(month)} />
          </>
        }
        actions={
          <>
            <FileButtons download={download} />
            <SmallLink to={buildListHref({ path: analysisPath, params: { view: 'settlements', import: 'file' } })}>Import CSV</SmallLink>
          </>
        }
        above={
          list &&
          page === 1 && (
            <>
              <Open {...list} onExplain={setRow} />
              <SettledMonths month={month ?? findThisMonth()} />
            </>
          )
        }
        empty="No settlements yet."
        emptyFound="No settlements in this month."
      >
        {list && page === 1 && <Resolved {...list} />}
        {row && (
          <NoteDialog
            title="Explain this row"
            about={
              <p className="wrap-anywhere">
                <span className="font-semibold tabular-nums">{formatAmount(row.change)}</span> · {row.entityId} · {row.message}
              </p>
            }
            label="Why is it right?"
            hint="The note stays with the row."
            submitLabel="Take it off the list"
            send={(note) => callSignedIn('POST /settlements/rows/:id/resolve', { params: { id: row._id }, body: { note } })}
            onSaved={resolved}
            onStale={revalidate}
            onClose={close}
          />
        )}
      </ListPage>
    </div>
  )
}

type Reply = CallReply<'GET /settlements'>

const rowColumns: readonly Column<SettlementRow>[] = [
  {
    head: 'Row',
    className: 'wrap-anywhere',
    cell: ({ entityId, settledOn, message, order }) => (
      <>
        <span className="font-semibold">{entityId}</span>
        <span className="block">{message}</span>
        <span className="block text-soft">{formatDate(settledOn)}</span>
        {order && (
          <DrawerLink list={ordersPath} id={order._id} className="link inline-flex max-sm:min-h-11 max-sm:items-center">
            {order.number}
          </DrawerLink>
        )}
      </>
    ),
  },
  { head: 'Change', number: true, cell: ({ change }) => formatAmount(change) },
]

function Open({ openRows, openTotal, unsettled, onExplain }: Reply & { onExplain: (row: SettlementRow) => void }) {
  const explain: Column<SettlementRow> = {
    head: 'Explain',
    isHeadHidden: true,
    number: true,
    className: 'print:hidden',
    cell: (row) => (
      <SmallButton aria-label={`Explain ${row.entityId}`} onClick={() => onExplain(row)}>
        Explain
      </SmallButton>
    ),
  }
  return (
    <>
      {unsettled.payments > 0 && unsettled.oldest !== null && (
        <p role="status" className="max-w-prose font-medium text-bad">
          {`${formatCount(unsettled.payments)} ${unsettled.payments === 1 ? 'payment' : 'payments'} (${formatRupees(unsettled.amount)}) of ${formatDate(unsettled.oldest)} or later are in no settlement a week after they were received. Import the files of these days, or ask the provider.`}
        </p>
      )}
      {openTotal > 0 && (
        <Section title={`${formatCount(openTotal)} ${openTotal === 1 ? 'row does' : 'rows do'} not match`}>
          <Table
            label="Rows that do not match, the oldest first"
            columns={[...rowColumns, explain]}
            rows={openRows}
            getKey={({ _id }) => _id}
            stickyHead={false}
          />
        </Section>
      )}
    </>
  )
}

const resolvedColumns: readonly Column<Reply['resolvedRows'][number]>[] = [
  ...rowColumns,
  {
    head: 'Note',
    className: 'wrap-anywhere',
    cell: ({ note, resolvedBy }) => (
      <>
        {note}
        {resolvedBy !== null && <span className="block text-soft">{resolvedBy}</span>}
      </>
    ),
  },
]

const Resolved = ({ resolvedRows }: Reply) =>
  resolvedRows.length > 0 && (
    <Section title="Explained last">
      <Table
        label="Rows that were explained last"
        columns={resolvedColumns}
        rows={resolvedRows}
        getKey={({ _id }) => _id}
        stickyHead={false}
      />
    </Section>
  )
