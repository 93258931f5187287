import { Link, useLocation } from 'react-router'
import { formatRupees } from '#contract/money.ts'
import { offerLimits } from '#contract/offers/offer-limits.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { ListContent, ListFilters, ListFrame } from '../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, offersPath, parseSearchParams, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import type { Column } from '../../kit/table.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import type { Route } from './+types/offers'
import { describeTime, describeUses, describeValue, stateNames } from './describe-offer.ts'
import { newOfferId, OfferDrawer } from './offer-drawer.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const query = { page: parsePage(searchParams.get('page')), ...parseSearchParams(searchParams, ['q']) }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: offersPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /offers', { query: { ...query, limit: readListRows() } }),
  })
  return { query, list, error }
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Offers')

/** Codes and discounts, newest first, with a drawer to add, change and end them. */
export default function Offers({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { page, q } = query
  return (
    <ListFrame
      title="Offers"
      tabs={<ProductTabs />}
      aside={
        <LinkButton variant="ink" to={buildDrawerHref(location, newOfferId)} preventScrollReset className="text-sm sm:min-h-10">
          Add an offer
        </LinkButton>
      }
    >
      <p className="max-w-prose text-soft">
        One offer applies to an order: of the code and those without one, the best for the shopper. An offer for paying online may join. A
        link such as /buy?code=DIWALI10 brings its code along.
      </p>
      <ListFilters action={offersPath} q={q ?? ''} hint="Search titles and codes">
        {q && (
          <LinkButton variant="quiet" to={offersPath} className="text-sm sm:min-h-10">
            Clear the search
          </LinkButton>
        )}
      </ListFilters>
      <ListContent
        label="Offers, newest first"
        columns={buildColumns((id) => buildDrawerHref(location, id))}
        rows={list?.offers}
        error={error}
        empty={<EmptyState title={q ? 'No offers found.' : 'No offers yet'} />}
        rowsPerPage={offerLimits.perPage}
        page={page}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: offersPath, params: { q, page: number > 1 ? String(number) : undefined } })}
      />
      {openId !== null && <OfferDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}

const buildColumns = (buildOpenHref: (id: string) => string): readonly Column<Offer>[] => [
  {
    head: 'Offer',
    cell: ({ _id, title, code, ...offer }) => (
      <>
        <Link
          to={buildOpenHref(_id)}
          data-opens-row=""
          preventScrollReset
          className="font-semibold wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
        >
          {title}
        </Link>
        {code !== null && <span className="block text-soft wrap-anywhere">{code}</span>}
        <span className="block text-soft sm:hidden">{describeValue({ _id, title, code, ...offer })}</span>
      </>
    ),
  },
  { head: 'Value', className: 'max-sm:hidden', cell: describeValue },
  { head: 'Time', className: 'max-md:hidden', cell: (offer) => <span className="text-soft">{describeTime(offer)}</span> },
  {
    head: 'State',
    cell: ({ state }) => <span className={state === 'running' ? 'font-semibold text-good' : 'text-soft'}>{stateNames[state]}</span>,
  },
  { head: 'Uses', number: true, cell: describeUses },
  { head: 'Discounts', number: true, className: 'max-sm:hidden', cell: ({ discounted }) => formatRupees(discounted) },
]
