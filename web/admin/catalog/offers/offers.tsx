import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { defineList, searchText } from '../../kit/define-list.ts'
import { AddLink, RowLink } from '../../kit/drawer-link.tsx'
import { offersPath, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import type { Column } from '../../kit/table.tsx'
import type { Route } from './+types/offers'
import { describeTime, describeUses, describeValue, stateNames } from './describe-offer.ts'
import { OfferDrawer } from './offer-drawer.tsx'

const offers = defineList({ path: offersPath, filters: { q: searchText }, load: (query) => callSignedIn('GET /offers', { query }) })
export const clientLoader = offers.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Offers')

/** Codes and discounts, newest first, with a drawer to add, change and end them. */
export default function Offers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Offers"
      tabs={<ProductTabs />}
      definition={offers}
      loaded={loaderData}
      rows={loaderData.list?.offers}
      columns={columns}
      label="Offers, newest first"
      rowsPerPage={offerLimits.perPage}
      noun={['offer', 'offers']}
      intro="One offer applies to an order: of the code and those without one, the best for the shopper. An offer for paying online may join. A link such as /buy?code=DIWALI10 brings its code along."
      searchHint="Search titles and codes"
      actions={<AddLink>Add an offer</AddLink>}
      empty="No offers yet"
      emptyFound="No offers found."
      drawer={OfferDrawer}
    />
  )
}

const columns: readonly Column<Offer>[] = [
  {
    head: 'Offer',
    cell: ({ _id, title, code, ...offer }) => (
      <>
        <RowLink id={_id}>{title}</RowLink>
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
