import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { type DeskView, deskRows, type SelectedOrder, type TransitionResult } from '#contract/orders/order-desk.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatCounted, ListContent, ListFilters } from '../../kit/list-frame.tsx'
import { buildListHref, deskPath } from '../../kit/list-href.ts'
import { SmallSelect } from '../../kit/small-select.tsx'
import { describeActionError, StatusMessage } from '../../kit/use-action.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import { ExportOrders } from '../list/export-orders.tsx'
import { buildPrintParts, type PrintPart } from '../print/print-href.ts'
import { TransitionResults } from '../shared/transition-results.tsx'
import { useTransitions } from '../shared/use-transitions.ts'
import { BookParcels } from './book-parcels.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { buildDeskColumns } from './desk-columns.tsx'
import { DeskViews, viewHints, viewLabels } from './desk-views.tsx'
import { emptySelection, listRange, selectOrders } from './selection.ts'
import { deskKeys, useDeskKeys } from './use-desk-keys.ts'

/** Where the browser remembers the rows of a page. */
const rowsKey = 'deskRows'

/** The rows of a page that this browser has chosen. */
export function readDeskRows(): (typeof deskRows)[number] {
  const stored = readStoredJson('localStorage', rowsKey)
  return deskRows.find((rows) => rows === stored) ?? 50
}

/** Milliseconds between two loads while the screen is visible. */
const refreshIntervalMs = 6_000

interface DeskListProps {
  query: { view: DeskView; q: string | undefined; page: number; rows: number }
  /** undefined when it could not be loaded */
  list: CallReply<'GET /order/admin/desk'> | undefined
  error: string | undefined
}

/** One view of the desk. Its selection lasts until another view or search is opened. */
export function DeskList({ query: { view, q, page, rows }, list, error }: DeskListProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { openId, close, reload } = useDrawerParam()
  const [selection, setSelection] = useState(emptySelection)
  const [lastSelected, setLastSelected] = useState<string>()
  const [selectionError, setSelectionError] = useState<string>()
  const [dialog, setDialog] = useState<'keys' | 'print' | 'booking'>()
  const closeDialog = () => setDialog(undefined)
  // A refresh that failed leaves the last list on the screen.
  const [shown, setShown] = useState(list)
  if (list && list !== shown) setShown(list)
  const orders = shown?.orders ?? []
  const total = shown?.total ?? 0

  const { run, ...transitions } = useTransitions((answers: readonly TransitionResult[]) => {
    setSelection((selected) => new Map([...selected].filter(([id]) => !answers.some(({ _id }) => _id === id))))
    revalidate()
  })
  const busy = run?.busy ?? false
  usePolling({ active: !busy, refresh: revalidate, maxIntervalMs: refreshIntervalMs })

  const select = (chosen: readonly SelectedOrder[], isSelected: boolean) => {
    setSelection(selectOrders({ selection, orders: chosen, isSelected }))
    setLastSelected(isSelected ? chosen.at(-1)?._id : undefined)
  }
  const selectRange = ({ _id }: SelectedOrder) => select(listRange({ orders, from: lastSelected, to: _id }), true)
  const selectView = async () => {
    setSelectionError(undefined)
    try {
      const { orders: all } = await callSignedIn('GET /order/admin/desk/selection', { query: { view, q } })
      setSelection((selected) => selectOrders({ selection: selected, orders: all, isSelected: true }))
    } catch (failure) {
      setSelectionError(describeActionError(failure))
    }
  }
  const printParts = buildPrintParts({ kind: 'pick-list', orders: [...selection.values()] })
  const [printPart, ...moreParts] = printParts
  useDeskKeys({
    onSelect: (index, { isRange }) => {
      const order = orders[index]
      if (!order) return
      if (isRange) selectRange(order)
      else select([order], !selection.has(order._id))
    },
    onPrint: () => {
      if (moreParts.length > 0) setDialog('print')
      else if (printPart) window.open(printPart.href, '_blank')
    },
    onHelp: () => setDialog('keys'),
  })

  const buildViewHref = (name: DeskView) => buildListHref({ path: deskPath, params: { view: name === 'new' ? undefined : name } })
  const buildPageHref = (number: number) =>
    buildListHref({ path: deskPath, params: { view, q, page: number > 1 ? String(number) : undefined } })
  const isPageSelected = orders.length > 0 && orders.every(({ _id }) => selection.has(_id))

  return (
    <>
      <DeskViews current={view} counts={shown?.counts} buildHref={buildViewHref} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <ListFilters action={deskPath} q={q ?? ''} hint="Order, customer, city, PIN or product">
          <input type="hidden" name="view" value={view} />
        </ListFilters>
        <div className="flex flex-wrap items-center gap-3">
          <SmallSelect
            aria-label="Rows of a page"
            value={rows}
            className="py-1.5 text-sm sm:min-h-10"
            choices={deskRows.map((choice) => [choice, `${choice} rows`] as const)}
            onChange={(event) => {
              storeJson('localStorage', rowsKey, Number(event.currentTarget.value))
              if (page === 1) revalidate()
              else navigate(buildPageHref(1), { preventScrollReset: true })
            }}
          />
          <ExportOrders filter={{ view, q }} total={total} hasMore={shown?.hasMore} />
          <Button className="text-sm max-sm:hidden sm:min-h-10" onClick={() => setDialog('keys')}>
            Keys (?)
          </Button>
        </div>
      </div>
      {viewHints[view] && <p className="max-w-prose text-sm text-soft">{viewHints[view]}</p>}
      {run && <TransitionResults run={run} {...transitions} />}
      {shown && error !== undefined && <StatusMessage message={{ text: `${error}. The list may be old.`, isError: true }} />}
      {isPageSelected && total > selection.size && (
        <div className="flex flex-wrap items-center gap-x-4 text-sm">
          <p>{orders.length.toLocaleString('en-IN')} orders of this page are selected.</p>
          <Button variant="quiet" className="-ml-4 text-sm sm:min-h-8 sm:py-0" onClick={selectView}>
            Select all {formatCounted(total, shown?.hasMore)} of this {q ? 'search' : 'view'}
          </Button>
          <StatusMessage message={selectionError === undefined ? undefined : { text: selectionError, isError: true }} />
        </div>
      )}
      <div data-desk="" className="flex flex-col gap-5 [&_td_:is(a,input)]:scroll-my-36">
        <ListContent
          label={`${viewLabels[view]}: orders, ${view === 'all' ? 'newest' : 'oldest'} first`}
          columns={buildDeskColumns({
            orders,
            isSelected: (id) => selection.has(id),
            onSelect: select,
            onSelectRange: selectRange,
          })}
          rows={shown?.orders}
          error={error}
          empty={
            <EmptyState
              title={q ? 'No orders found.' : 'Nothing to do here.'}
              action={q && <LinkButton to={buildViewHref(view)}>Clear the search</LinkButton>}
            />
          }
          page={page}
          totalPages={shown?.totalPages ?? 1}
          buildPageHref={buildPageHref}
        />
      </div>
      <BulkBar selection={selection} busy={busy} onTransition={transitions.start} onClear={() => setSelection(emptySelection)}>
        {moreParts.length > 0 && (
          <Button className="text-sm sm:min-h-10" onClick={() => setDialog('print')}>
            Print
          </Button>
        )}
        {printPart && moreParts.length === 0 && (
          <LinkButton to={printPart.href} target="_blank" className="text-sm sm:min-h-10">
            Print
          </LinkButton>
        )}
        <Button className="text-sm sm:min-h-10" onClick={() => setDialog('booking')}>
          Book parcels
        </Button>
      </BulkBar>
      {dialog === 'booking' && <BookParcels numbers={[...selection.values()].map(({ number }) => number)} onClose={closeDialog} />}
      {dialog === 'print' && <PrintParts parts={printParts} onClose={closeDialog} />}
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
      <Dialog open={dialog === 'keys'} title="Keys" onClose={closeDialog}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {Object.entries(deskKeys).map(([key, text]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-control border border-edge px-2 py-0.5 font-sans text-sm">{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

/** The parts in which a large selection is printed. */
function PrintParts({ parts, onClose }: { parts: readonly PrintPart[]; onClose: () => void }) {
  const count = parts.at(-1)?.last ?? 0
  return (
    <Dialog open title={`Print ${count.toLocaleString('en-IN')} orders`} onClose={onClose}>
      <p className="text-soft">Each part opens in a tab of its own, with a pick list for its orders.</p>
      <ul className="flex flex-col gap-1 tabular-nums">
        {parts.map(({ first, last, href }) => (
          <li key={first}>
            <Link to={href} target="_blank" className="link inline-flex min-h-11 items-center">
              Orders {first.toLocaleString('en-IN')} to {last.toLocaleString('en-IN')}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
