import { moneyOrdersPerPage, type OrderOfPlace } from '#contract/figures/money.ts'
import { moneyPlaceKeys, moneyPlaces } from '#contract/figures/money-places.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, parsePastMonth } from '../../kit/define-list.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref, ordersPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { FileButtons } from '../parts/file-buttons.tsx'
import { findThisMonth, formatMonth, MonthSelect } from '../parts/months.tsx'
import { downloadMoney } from './money.tsx'
import '../../../ui/print.css'

const orders = defineList({
  path: analysisPath,
  filters: { view: oneOf(['money']), month: parsePastMonth, place: oneOf(moneyPlaceKeys) },
  load: ({ view: _view, ...query }) => callSignedIn('GET /figures/money/orders', { query }),
})

export const loadMoneyOrders = orders.loader

const columns: readonly Column<OrderOfPlace>[] = [
  {
    head: 'Order',
    cell: ({ _id, number }) => (
      <DrawerLink list={ordersPath} id={_id} className="link font-semibold">
        {number}
      </DrawerLink>
    ),
  },
  { head: 'Placed', cell: ({ placedAt }) => formatDate(placedAt) },
  { head: 'Status', className: 'max-sm:hidden', cell: ({ orderStatus }) => orderStatus },
  { head: 'Costs', number: true, className: 'max-sm:hidden', cell: ({ toPay }) => formatRupees(toPay) },
  { head: 'In this place', number: true, cell: ({ amount }) => formatRupees(amount) },
]

/** The orders of a month with money in one place. */
export function MoneyOrders({ filters, ...loaded }: Awaited<ReturnType<typeof loadMoneyOrders>>) {
  const { month = findThisMonth(), place = moneyPlaceKeys[0] } = filters
  const { list } = loaded
  return (
    <div data-print>
      <ListPage
        title={moneyPlaces[place].name}
        tabs={<FigureTabs />}
        definition={{ path: analysisPath, buildHref: (_params, page) => orders.buildHref({ view: 'money', month, place }, page) }}
        loaded={{ ...loaded, filters: {} }}
        rows={list?.orders}
        columns={columns}
        label={`Orders of ${formatMonth(month)}: ${moneyPlaces[place].name}, newest first`}
        rowsPerPage={moneyOrdersPerPage}
        noun={['order', 'orders']}
        aside={list && <p className="text-soft">{`${formatRupees(list.sum)} of ${formatMonth(list.month)}`}</p>}
        intro={moneyPlaces[place].text}
        filters={
          <>
            <input type="hidden" name="view" value="money" />
            <MonthSelect month={month} />
            <FilterSelect
              name="place"
              label="Where the money is"
              value={place}
              allLabel="All lines"
              choices={moneyPlaceKeys.map((key) => [key, moneyPlaces[key].name])}
            />
          </>
        }
        actions={
          <>
            <SmallLink to={buildListHref({ path: analysisPath, params: { view: 'money', month } })}>All lines</SmallLink>
            <FileButtons download={() => downloadMoney(month)} />
          </>
        }
        empty="No order has money here."
      />
    </div>
  )
}
