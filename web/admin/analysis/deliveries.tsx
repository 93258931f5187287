import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import {
  type DeliveryFigures,
  type DeliveryGroup,
  type DeliveryRates,
  type DeliveryRow,
  deliveryGroups,
  estimateFreight,
} from '#contract/figures/delivery-figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { useRight } from '../../session/use-right.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { oneOf, parseFilters } from '../kit/define-list.ts'
import { formatLongDay } from '../kit/format-time.ts'
import { analysisPath, buildListHref, deliveryPath } from '../kit/list-href.ts'
import { loadOnce } from '../kit/load-list.ts'
import { Needs } from '../kit/needs.tsx'
import { actionColumn } from '../kit/row-actions.tsx'
import { ScreenLink, SmallButton } from '../kit/small-button.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { FigureList, formatCount, formatPeriod, WithBefore } from './parts/figure-parts.tsx'
import { FigureScreen, periodFilters } from './parts/figure-screen.tsx'
import { PinRuleDialog } from './pin-rule-dialog.tsx'

const filters = { ...periodFilters, by: oneOf(deliveryGroups) }

/** The deliveries of the period and the groups in the address: by PIN code in 90 days without them, because parcels take weeks. */
export async function loadDeliveries(search: URLSearchParams) {
  const { days = '90', month, by = 'pin' } = parseFilters({ search, filters })
  return { days, month, by, ...(await loadOnce(() => callSignedIn('GET /figures/deliveries', { query: { days, month, by } }))) }
}

const groupLabels: Readonly<Record<DeliveryGroup, string>> = { pin: 'PIN code', state: 'State', payment: 'Payment', courier: 'Courier' }

const countFailed = ({ refused, undelivered }: DeliveryFigures): number => refused + undelivered

/** The share of refused and undelivered parcels among those whose delivery has ended. */
function formatShare(figures: DeliveryFigures): string {
  const ended = figures.delivered + countFailed(figures)
  return ended === 0 ? '–' : `${Math.round((countFailed(figures) * 100) / ended)} %`
}

const hasFreight = ({ freight, returnFreight }: DeliveryRates): boolean => freight + returnFreight > 0

const formatFreight = (figures: DeliveryFigures, rates: DeliveryRates): string => formatRupees(estimateFreight({ figures, rates }) ?? 0)

const compare = (format: (figures: DeliveryFigures) => string) => (row: DeliveryRow) => (
  <WithBefore before={format(row.before)}>{format(row.figures)}</WithBefore>
)

const formatName = (by: DeliveryGroup, name: string): string => (name === '' ? 'not known' : by === 'pin' ? `${name} ...` : name)

interface ColumnOptions {
  by: DeliveryGroup
  rates: DeliveryRates
  /** undefined: the administrator may add no rules */
  onRule: ((row: DeliveryRow) => void) | undefined
}

const buildColumns = ({ by, rates, onRule }: ColumnOptions): readonly Column<DeliveryRow>[] => [
  { head: groupLabels[by], cell: ({ name }) => <span className="font-semibold wrap-anywhere">{formatName(by, name)}</span> },
  { head: 'Sent', number: true, cell: compare(({ sent }) => formatCount(sent)) },
  { head: 'Delivered', number: true, className: 'max-sm:hidden', cell: compare(({ delivered }) => formatCount(delivered)) },
  { head: 'Refused', number: true, cell: compare(({ refused }) => formatCount(refused)) },
  { head: 'Undelivered', number: true, className: 'max-sm:hidden', cell: compare(({ undelivered }) => formatCount(undelivered)) },
  { head: 'Not taken', number: true, cell: compare(formatShare) },
  ...(hasFreight(rates)
    ? [{ head: 'Freight (estimated)', number: true, className: 'max-sm:hidden', cell: compare((figures) => formatFreight(figures, rates)) }]
    : []),
  ...(by === 'pin' && onRule ? [actionColumn((row: DeliveryRow) => <RuleButton row={row} onRule={onRule} />)] : []),
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
    <FigureScreen
      title="Deliveries"
      view="deliveries"
      days={days}
      month={month}
      groups={{ by, names: groupLabels }}
      list={list}
      error={error}
      periodLabel="Orders placed"
      download={download}
    >
      {list && (
        <>
          <Sums {...list} />
          <Days {...list} />
          {list.rows.length === 0 ? (
            <EmptyState title="No parcel was sent in this period." />
          ) : (
            <Table
              label={`Deliveries by ${groupLabels[by]}, the most that were not taken first`}
              columns={buildColumns({ by, rates: list.rates, onRule: mayAddRules ? setRuleRow : undefined })}
              rows={list.rows}
              getKey={({ name }) => name}
            />
          )}
          <Explanation {...list.rates} />
          {ruleRow && <PinRuleDialog row={ruleRow} rates={list.rates} period={list.period} onSaved={close} onClose={close} />}
        </>
      )}
    </FigureScreen>
  )
}

type Reply = CallReply<'GET /figures/deliveries'>

function Sums({ sums, before, rates }: Reply) {
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
    ...(hasFreight(rates) ? [read('Freight of parcels not taken (estimated)', (each) => formatFreight(each, rates))] : []),
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

const Explanation = ({ freight, returnFreight }: DeliveryRates) => (
  <p className="max-w-prose text-sm text-soft">
    A parcel counts on the day on which its order was placed, in Indian time, as the order is now. Sent are orders that are shipped,
    delivered, refused or undelivered, without exchanges and archived orders. Not taken is the share of refused and undelivered parcels
    among those that are not on their way any more. A PIN code is known by its first three digits. Products lists what was not taken of each
    product. <FreightText freight={freight} returnFreight={returnFreight} />{' '}
    <Needs right="settings">
      A rule that is added here is listed under{' '}
      <ScreenLink to={deliveryPath} otherwise="OrderDetail, Delivery" className="link">
        OrderDetail, Delivery
      </ScreenLink>
      , where it can be changed and deleted.
    </Needs>
  </p>
)

/** Which freight is counted, and where it is entered. */
const FreightText = (rates: DeliveryRates) => (
  <>
    {hasFreight(rates)
      ? `The freight is estimated: each parcel that was not taken × ${formatRupees(rates.freight)} to the customer and ${formatRupees(rates.returnFreight)} back, as entered under `
      : 'The freight of parcels that were not taken is shown when what a parcel costs is entered under '}
    <ScreenLink to={buildListHref({ path: analysisPath, params: { view: 'profit' } })} otherwise="Profit" className="link">
      Profit
    </ScreenLink>
    .
  </>
)
