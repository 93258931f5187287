import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/analysis'
import { Buyers, loadBuyers } from './buyers.tsx'
import { Codes, loadCodes } from './codes.tsx'
import { Deliveries, loadDeliveries } from './deliveries.tsx'
import { Funnel, loadFunnel } from './funnel.tsx'
import { loadMoney, Money } from './money/money.tsx'
import { loadMoneyOrders, MoneyOrders } from './money/money-orders.tsx'
import { Expenses, loadExpenses } from './profit/expenses.tsx'
import { loadProfit, Profit } from './profit/profit.tsx'
import { loadSales, Sales } from './sales.tsx'
import { ScreenNeeds } from './screen-needs.tsx'
import { ImportSettlements } from './settlements/import-settlements.tsx'
import { loadSettlements, Settlements } from './settlements/settlements.tsx'
import { loadSewingList, SewingList } from './sewing-list.tsx'
import { loadSources, Sources } from './sources.tsx'
import { loadToday, Today } from './today.tsx'
import { loadUnsold, UnsoldProducts } from './unsold-products.tsx'
import { loadVisitsAndSales, VisitsAndSales } from './visits-and-sales.tsx'

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const search = new URL(args.request.url).searchParams
  switch (search.get('view')) {
    case 'products':
      return { view: 'products', loaded: await loadSales(args) } as const
    case 'today':
      return { view: 'today', loaded: await loadToday() } as const
    case 'deliveries':
      return { view: 'deliveries', loaded: await loadDeliveries(search) } as const
    case 'funnel':
      return { view: 'funnel', loaded: await loadFunnel(search) } as const
    case 'buyers':
      return { view: 'buyers', loaded: await loadBuyers(search) } as const
    case 'codes':
      return { view: 'codes', loaded: await loadCodes(search) } as const
    case 'sources':
      return { view: 'sources', loaded: await loadSources(search) } as const
    case 'sew':
      return { view: 'sew', loaded: await loadSewingList(search) } as const
    case 'money':
      return search.has('place')
        ? ({ view: 'money-orders', loaded: await loadMoneyOrders(args) } as const)
        : ({ view: 'money', loaded: await loadMoney(search) } as const)
    case 'settlements':
      return search.has('import')
        ? ({ view: 'import-settlements', loaded: {} } as const)
        : ({ view: 'settlements', loaded: await loadSettlements(args) } as const)
    case 'profit':
      return { view: 'profit', loaded: await loadProfit(search) } as const
    case 'expenses':
      return { view: 'expenses', loaded: await loadExpenses(args) } as const
    case 'unsold':
      return { view: 'unsold', loaded: await loadUnsold(args) } as const
    default:
      return { view: 'visits', loaded: await loadVisitsAndSales(search) } as const
  }
}

const screens = {
  today: { title: 'Today', right: 'reports' },
  products: { title: 'Sales by product', right: 'reports' },
  deliveries: { title: 'Deliveries', right: 'reports' },
  sources: { title: 'Sources', right: 'reports' },
  codes: { title: 'Codes', right: 'reports' },
  buyers: { title: 'Buyers', right: 'reports' },
  funnel: { title: 'Visits to orders', right: 'reports' },
  sew: { title: 'What to sew', right: 'reports' },
  unsold: { title: 'Not sold', right: 'reports' },
  money: { title: 'Money', right: 'money' },
  'money-orders': { title: 'Money of orders', right: 'money' },
  settlements: { title: 'Settlements', right: 'money' },
  'import-settlements': { title: 'Import settlements', right: 'money' },
  profit: { title: 'Profit', right: 'reports' },
  expenses: { title: 'Expenses', right: 'reports' },
  visits: { title: 'Visits and sales', right: 'reports' },
} as const

export function meta({ loaderData, matches }: Route.MetaArgs): { title: string }[] {
  return pageTitle(screens[loaderData?.view ?? 'visits'].title)({ matches })
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>

/** The figures of the shop: the screen that the address names. */
export default function Analysis({ loaderData: { view, loaded } }: Route.ComponentProps) {
  return (
    <ScreenNeeds key={view} {...screens[view]} error={'error' in loaded ? loaded.error : undefined}>
      <Screen {...({ view, loaded } as Loaded)} />
    </ScreenNeeds>
  )
}

function Screen(loaderData: Loaded) {
  switch (loaderData.view) {
    case 'products':
      return <Sales {...loaderData.loaded} />
    case 'today':
      return <Today {...loaderData.loaded} />
    case 'deliveries':
      return <Deliveries {...loaderData.loaded} />
    case 'funnel':
      return <Funnel {...loaderData.loaded} />
    case 'buyers':
      return <Buyers {...loaderData.loaded} />
    case 'codes':
      return <Codes {...loaderData.loaded} />
    case 'sources':
      return <Sources {...loaderData.loaded} />
    case 'sew':
      return <SewingList {...loaderData.loaded} />
    case 'money':
      return <Money {...loaderData.loaded} />
    case 'money-orders':
      return <MoneyOrders {...loaderData.loaded} />
    case 'settlements':
      return <Settlements {...loaderData.loaded} />
    case 'import-settlements':
      return <ImportSettlements />
    case 'profit':
      return <Profit {...loaderData.loaded} />
    case 'expenses':
      return <Expenses {...loaderData.loaded} />
    case 'unsold':
      return <UnsoldProducts {...loaderData.loaded} />
    default:
      return <VisitsAndSales {...loaderData.loaded} />
  }
}
