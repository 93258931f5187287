import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/analysis'
import { Buyers, loadBuyers } from './buyers.tsx'
import { Codes, loadCodes } from './codes.tsx'
import { Deliveries, loadDeliveries } from './deliveries.tsx'
import { Funnel, loadFunnel } from './funnel.tsx'
import { loadSales, Sales } from './sales.tsx'
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
    case 'unsold':
      return { view: 'unsold', loaded: await loadUnsold(args) } as const
    default:
      return { view: 'visits', loaded: await loadVisitsAndSales(search) } as const
  }
}

const titles = {
  today: 'Today',
  products: 'Sales by product',
  deliveries: 'Deliveries',
  sources: 'Sources',
  codes: 'Codes',
  buyers: 'Buyers',
  funnel: 'Visits to orders',
  sew: 'What to sew',
  unsold: 'Not sold',
  visits: 'Visits and sales',
} as const

export function meta({ loaderData, matches }: Route.MetaArgs): { title: string }[] {
  return pageTitle(titles[loaderData?.view ?? 'visits'])({ matches })
}

/** The figures of the shop: the screen that the address names. */
export default function Analysis({ loaderData }: Route.ComponentProps) {
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
    case 'unsold':
      return <UnsoldProducts {...loaderData.loaded} />
    default:
      return <VisitsAndSales {...loaderData.loaded} />
  }
}
