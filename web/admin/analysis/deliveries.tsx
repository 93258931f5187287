import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryFigures, type DeliveryGroup, type DeliveryRow, deliveryGroups } from '#contract/figures/delivery-figures.ts'
import { figureDays } from '#contract/figures/figures.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { useRight } from '../../session/use-right.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { oneOf, parseFilters, parseMonth } from '../kit/define-list.ts'
import { formatLongDay } from '../kit/format-time.ts'
import { FilterSelect, ListError, ListFilters, ListFrame } from '../kit/list-frame.tsx'
import { analysisPath, buildListHref, deliveryPath } from '../kit/list-href.ts'
import { loadList } from '../kit/load-list.ts'
import { Needs } from '../kit/needs.tsx'
import { actionColumn } from '../kit/row-actions.tsx'
import { ScreenLink, SmallButton } from '../kit/small-button.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { FigureList, formatCount, formatDatedPeriod, formatPeriod, StillCounted, WithBefore } from './figure-parts.tsx'
import { FileButtons } from './file-buttons.tsx'
import { listMonths } from './months.tsx'
import { PeriodNav } from './period-nav.tsx'
import { PinRuleDialog } from './pin-rule-dialog.tsx'
import '../../ui/print.css'

const filters = { days: oneOf(figureDays), month: parseMonth, by: oneOf(deliveryGroups) }

/** The deliveries of the period and the groups in the address: by PIN code in 90 days without them, because parcels take weeks. */
export async function loadDeliveries(search: URLSearchParams) {
  const { days = '90', month, by = 'pin' } = parseFilters({ search, filters })
  const load = async () => ({ ...(await callSignedIn('GET /figures/deliveries', { query: { days, month, by } })), totalPages: 1 })
  return { days, month, by, ...(await loadList({ page: 1, search, buildLastHref: () => '', load })) }
}

const groupLabels: Readonly<Record<DeliveryGroup, string>> = { pin: 'PIN code', state: 'State', payment: 'Payment', courier: 'Courier' }

const countFailed = ({ refused, undelivered }: DeliveryFigures): number => refused + undelivered

/** The share of refused and undelivered parcels among those whose delivery has ended. */
function formatShare(figures: DeliveryFigures): string {
  const ended = figures.delivered + countFailed(figures)
  return ended === 0 ? '–' : `${Math.round((countFailed(figures) * 100) / ended)} %`
}

const compare = (format: (figures: DeliveryFigures) => string) => (row: DeliveryRow) => (
  <WithBefore before={format(row.before)}>{format(row.figures)}</WithBefore>
)

const formatName = (by: DeliveryGroup, name: string): string => (name === '' ? 'not known' : by === 'pin' ? `${name} ...` : name)

interface ColumnOptions {
  by: DeliveryGroup
  /** undefined: the administrator may add no rules */
  onRule: ((row: DeliveryRow) => void) | undefined
}

const buildColumns = ({ by, onRule }: ColumnOptions): readonly Column<DeliveryRow>[] => [
  { head: groupLabels[by], cell: ({ name }) => <span className="font-semibold wrap-anywhere">{formatName(by, name)}</span> },
  { head: 'Sent', number: true, cell: compare(({ sent }) => formatCount(sent)) },
  { head: 'Delivered', number: true, className: 'max-sm:hidden', cell: compare(({ delivered }) => formatCount(delivered)) },
  { head: 'Refused', number: true, cell: compare(({ refused }) => formatCount(refused)) },
  { head: 'Undelivered', number: true, className: 'max-sm:hidden', cell: compare(({ undelivered }) => formatCount(undelivered)) },
  { head: 'Not taken', number: true, cell: compare(formatShare) },
  ...(by === 'pin' && onRule
    ? [{ ...actionColumn((row: DeliveryRow) => <RuleButton row={row} onRule={onRule} />), className: 'print:hidden' }]
    : []),
]

const RuleButton = ({ row, onRule }: { row: DeliveryRow; onRule: (row: DeliveryRow) => void }) =>
  /^\d{3}$/.test(row.name) && (
    <SmallButton aria-label={`Rule for ${formatName('pin', row.name)}`} onClick={() => onRule(row)}>
      Rule
    </SmallButton>
  )

/** What became of parcels, beside the period before. */
export function Deliveries({ days, month, by, list, error }: Awaited<ReturnType<typeof loadDeliveries>>) {
  const mayAddRules = useRight('settings')
  const [ruleRow, setRuleRow] = useState<DeliveryRow>()
  const close = () => setRuleRow(undefined)
  const download = () =>
    downloadSignedIn({
      route: 'GET /figures/deliveries/export',
      input: { query: { days, month, by } },
      fileName: `deliveries-by-${by}.csv`,
    })
  return (
    <div data-print>
      <ListFrame
        title="Deliveries"
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={list && <p className="text-soft">{`Orders placed ${formatDatedPeriod(list.period)}`}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <PeriodNav
            days={month === undefined ? days : undefined}
            buildHref={(count) => buildListHref({ path: analysisPath, params: { view: 'deliveries', days: count, by } })}
          />
          <ListFilters action={analysisPath} q="" hint={undefined}>
            <input type="hidden" name="view" value="deliveries" />
            <input type="hidden" name="days" value={month === undefined ? days : ''} />
            <FilterSelect name="month" label="Month" value={month ?? ''} allLabel="The last days" choices={listMonths(month)} />
            <FilterSelect
              name="by"
              label="Rows"
              value={by === 'pin' ? '' : by}
              allLabel={groupLabels.pin}
              choices={deliveryGroups.filter((group) => group !== 'pin').map((group) => [group, groupLabels[group]])}
            />
          </ListFilters>
          <FileButtons download={download} />
        </div>
        {error !== undefined && <ListError text={error} />}
        {list && (
          <>
            <StillCounted since={list.countedSince} />
            <Sums {...list} />
            <Days {...list} />
            {list.rows.length === 0 ? (
              <EmptyState title="No parcel was sent in this period." />
            ) : (
              <Table
                label={`Deliveries by ${groupLabels[by]}, the most that were not taken first`}
                columns={buildColumns({ by, onRule: mayAddRules ? setRuleRow : undefined })}
                rows={list.rows}
                getKey={({ name }) => name}
              />
            )}
            <Explanation />
            {ruleRow && <PinRuleDialog row={ruleRow} period={list.period} onSaved={close} onClose={close} />}
          </>
        )}
      </ListFrame>
    </div>
  )
}

type Reply = CallReply<'GET /figures/deliveries'>

function Sums({ sums, before }: Reply) {
  const read = (name: string, format: (figures: DeliveryFigures) => string) => ({
    name,
    now: format(sums.figures),
    before: format(sums.before),
  })
  const figures = [
    read('Parcels sent', ({ sent }) => formatCount(sent)),
    read('Delivered', ({ delivered }) => formatCount(delivered)),
    read('Refused on delivery', ({ refused }) => formatCount(refused)),
    read('Could not be delivered', ({ undelivered }) => formatCount(undelivered)),
    read('Not taken', formatShare),
  ]
  return <FigureList figures={figures} before={`from ${formatPeriod(before)}`} />
}

const dayColumns: readonly Column<Reply['days'][number]>[] = [
  { head: 'Day', cell: ({ day }) => formatLongDay(day) },
  { head: 'Parcels sent', number: true, cell: ({ sent }) => formatCount(sent) },
  { head: 'Not taken', number: true, cell: ({ failed }) => formatCount(failed) },
]

const Days = ({ days }: Reply) => (
  <div className="flex flex-col gap-2 print:hidden">
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="font-semibold">Parcels that were not taken</figcaption>
      <div className="h-44">
        <DailyChart days={days} name="failed" title="Parcels that were not taken" format={formatCount} />
      </div>
    </figure>
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">The same as a table</summary>
      <Table label="Parcels per day" columns={dayColumns} rows={days.toReversed()} getKey={({ day }) => day} stickyHead={false} />
    </details>
  </div>
)

const Explanation = () => (
  <p className="max-w-prose text-sm text-soft">
    A parcel counts on the day on which its order was placed, in Indian time, as the order is now. Sent are orders that are shipped,
    delivered, refused or undelivered, without exchanges and archived orders. Not taken is the share of refused and undelivered parcels
    among those that are not on their way any more. A PIN code is known by its first three digits. Products lists what was not taken of each
    product.{' '}
    <Needs right="settings">
      A rule that is added here is listed under{' '}
      <ScreenLink to={deliveryPath} otherwise="OrderDetail, Delivery" className="link">
        OrderDetail, Delivery
      </ScreenLink>
      , where it can be changed and deleted.
    </Needs>
  </p>
)
