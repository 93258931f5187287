import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { remittanceDays } from '#contract/kernel/business.ts'
import { adminOrdersPerPage } from '#contract/kernel/limits/paging.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { courierKeys } from '#contract/shipping/couriers.ts'
import type { EnteredRemittance } from '#contract/shipping/remittances.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../../kit/define-list.ts'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { ListContent, ListFrame } from '../../kit/list-frame.tsx'
import { ordersPath, remittancesPath, shouldReloadList } from '../../kit/list-href.ts'
import { Needs } from '../../kit/needs.tsx'
import { Details } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/remittances'
import { buildCodOrderColumns, buildOpenLineColumns, type CodSubject, ResolveCod } from './cod-columns.tsx'
import { RemittanceForm } from './remittance-form.tsx'

type CodPayments = CallReply<'GET /remittances'>

const codOrders = defineList({
  path: remittancesPath,
  filters: { courier: oneOf([...courierKeys, 'none']) },
  load: (query) => callSignedIn('GET /remittances', { query }),
})
export const clientLoader = codOrders.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('COD payments')

/** The cash that couriers have collected: what they have paid, what does not match and what is missing. */
export default function Remittances({ loaderData: { page, filters, list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { openId, close, reload } = useDrawerParam()
  const [subject, setSubject] = useState<CodSubject>()
  const { message, ask, dialog } = useAction(revalidate)
  const undo = ({ _id: id, version, amount, courierName, lines, resolvedLines }: EnteredRemittance) =>
    ask(
      {
        title: 'Undo this list?',
        text: `Its lines are taken back, and the courier has not paid them. You can enter the list again.${describeResolved(resolvedLines)}`,
        action: 'Undo the list',
        children: (
          <p className="wrap-anywhere">
            <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {courierName}, {formatCountOf(lines, 'line')}
          </p>
        ),
      },
      () => callSignedIn('POST /remittances/:id/undo', { params: { id }, body: { version } }),
      revalidate,
    )
  return (
    <ListFrame title="COD payments" tabs={<OrderTabs />}>
      <p className="max-w-prose text-soft">
        The courier holds the cash of delivered orders until you enter its payment. After {remittanceDays} days, an unpaid order counts as
        missing.
      </p>
      {list && list.couriers.length > 0 && <CourierSums couriers={list.couriers} />}
      <RemittanceForm onRecorded={revalidate} />
      {list && list.openLines.length > 0 && (
        <section aria-labelledby="open-lines" className="flex flex-col gap-2 rounded-control border-2 border-bad p-4">
          <h2 id="open-lines" className="font-semibold text-bad">
            {list.openTotal === 1 ? '1 payment does not match' : `${list.openTotal.toLocaleString('en-IN')} payments do not match`}
          </h2>
          {list.openTotal > list.openLines.length && <p className="text-sm">The oldest {list.openLines.length} are shown.</p>}
          <Table
            label="Payments that do not match"
            columns={buildOpenLineColumns(setSubject)}
            rows={list.openLines}
            getKey={({ _id }) => _id}
            stickyHead={false}
          />
        </section>
      )}
      <section aria-labelledby="with-couriers" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8">
          <h2 id="with-couriers" className="font-display text-2xl">
            Not paid yet
          </h2>
          {filters.courier !== undefined && (
            <Link to={remittancesPath} preventScrollReset className="link inline-flex min-h-11 items-center">
              All couriers
            </Link>
          )}
        </div>
        <ListContent
          label="Delivered orders that the courier has not paid, the oldest first"
          columns={buildCodOrderColumns(setSubject)}
          rows={list?.orders}
          error={error}
          empty={<EmptyState title="No cash is with couriers." />}
          rowsPerPage={adminOrdersPerPage}
          page={page}
          totalPages={list?.totalPages ?? 1}
          buildPageHref={(number) => codOrders.buildHref(filters, number)}
        />
      </section>
      {list && list.resolvedLines.length > 0 && <ResolvedLines lines={list.resolvedLines} />}
      {list && list.lists.length > 0 && <EnteredLists lists={list.lists} onUndo={undo} />}
      {openId !== null && (
        <Needs right="orders">
          <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />
        </Needs>
      )}
      {subject && (
        <ResolveCod
          key={subject._id}
          subject={subject}
          onResolved={() => {
            setSubject(undefined)
            revalidate()
          }}
          onStale={revalidate}
          onClose={() => setSubject(undefined)}
        />
      )}
      <StatusMessage message={message} />
      {dialog}
    </ListFrame>
  )
}

/** What each courier has, as a table whose names filter the list below. */
function CourierSums({ couriers }: Pick<CodPayments, 'couriers'>) {
  const columns: readonly Column<CodPayments['couriers'][number]>[] = [
    {
      head: 'Courier',
      cell: ({ courier, courierName }) => (
        <Link
          to={codOrders.buildHref({ courier }, 1)}
          preventScrollReset
          className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6"
        >
          {courierName}
        </Link>
      ),
    },
    { head: 'Orders', number: true, cell: ({ orders }) => orders },
    { head: 'Cash', number: true, cell: ({ amount }) => formatRupees(amount) },
    { head: 'Oldest', number: true, className: 'max-sm:hidden', cell: ({ oldestDays }) => formatCountOf(oldestDays, 'day') },
    {
      head: 'Missing',
      number: true,
      cell: ({ missing }) => (missing.orders === 0 ? '–' : <span className="font-semibold text-bad">{formatRupees(missing.amount)}</span>),
    },
  ]
  return <Table label="Cash with each courier" columns={columns} rows={couriers} getKey={({ courier }) => courier} stickyHead={false} />
}

function describeResolved(lines: number): string {
  if (lines === 0) return ''
  return ` ${lines === 1 ? '1 line was' : `${lines} lines were`} resolved; what was noted is kept with the list only.`
}

/** What was done about payments that did not match. */
function ResolvedLines({ lines }: { lines: CodPayments['resolvedLines'] }) {
  return (
    <Details title="Payments resolved lately">
      <ul>
        {lines.map(({ _id, note, message, amount, courierName, trackingNumber, resolvedBy, resolvedAt }) => (
          <li key={_id} className="border-line py-2 not-last:border-b wrap-anywhere">
            <p className="font-medium">
              “{note}” — {resolvedBy ?? 'a former administrator'}, {formatDateTime(resolvedAt)}
            </p>
            <p className="text-soft">
              {formatRupees(amount)}, {courierName} {trackingNumber}. {message}
            </p>
          </li>
        ))}
      </ul>
    </Details>
  )
}

/** The lists that were entered last. */
function EnteredLists({ lists, onUndo }: { lists: CodPayments['lists']; onUndo: (list: EnteredRemittance) => void }) {
  return (
    <Details title="Payments entered lately">
      <ul>
        {lists.map((list) => (
          <li key={list._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line py-2 not-last:border-b">
            <div className="min-w-0 wrap-anywhere">
              <p className={list.undoneAt === null ? '' : 'line-through'}>
                <span className="font-semibold tabular-nums">{formatRupees(list.amount)}</span> · {list.courierName},{' '}
                {formatCountOf(list.lines, 'line')}
              </p>
              {(list.bankAmount !== null || list.utr !== null) && (
                <p className="text-soft">
                  {[list.bankAmount === null ? 'Bank account' : `${formatRupees(list.bankAmount)} on the bank account`, list.utr]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              )}
              <p className="text-soft">
                {list.enteredBy ?? 'a former administrator'}, {formatDateTime(list.enteredAt)}
              </p>
              {list.undoneAt !== null && (
                <p className="font-medium">
                  Undone by {list.undoneBy ?? 'a former administrator'}, {formatDateTime(list.undoneAt)}
                </p>
              )}
            </div>
            {list.undoneAt === null && (
              <SmallButton
                aria-label={`Undo the list of ${formatRupees(list.amount)} from ${list.courierName}`}
                onClick={() => onUndo(list)}
              >
                Undo
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
    </Details>
  )
}
