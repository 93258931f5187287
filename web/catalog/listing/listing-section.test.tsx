import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Facets } from '#contract/catalog/facets.ts'
import type { Product } from '#contract/catalog/products.ts'
import { fakeApi } from '../../api/fake-api.ts'
import { buildListingHref, type Listing, type ListingQuery } from './listing.ts'
import { ListingSection } from './listing-section.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { firstCategories } = await import('#contract/catalog/categories.ts')
  return { useStoreConfig: () => ({ listingSpinner: 0, categories: firstCategories }), useMenuCategories: () => firstCategories }
})

const query: ListingQuery = {
  page: 1,
  q: 'tee',
  category: 'TEE',
  sort: 'price-asc',
  price: '0-999',
  inStock: true,
  sizes: [],
  colour: undefined,
  fabric: undefined,
  country: undefined,
}

const createProduct = (index: number): Product => ({
  _id: `id-${index}`,
  name: `Product ${index}`,
  description: 'A product.',
  price: 500 + index,
  image: '/images/product/800.jpeg',
  backdrop: '#eeeeee',
  category: 'TEE',
  stock: index === 2 ? 0 : index === 3 ? 4 : 20,
  sizes: ['M'],
})

const products = [1, 2, 3].map(createProduct)
const listing: Listing = { products, total: 10, page: 1, pages: 2, error: undefined }

function renderListing({
  loader,
  ...props
}: {
  listing: Listing | Promise<Listing>
  query?: ListingQuery
  facets?: Facets | null | Promise<Facets>
  loader?: () => unknown
}) {
  const element = (
    <ListingSection
      query={query}
      {...props}
      buildHref={(state) => buildListingHref('/buy', state)}
      buildProductHref={({ _id }) => `/product/${_id}`}
      requestedAt={0}
      hasHero={false}
      title="Tees"
      titleLevel={1}
    />
  )
  return act(async () =>
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element, ...(loader && { loader, hydrateFallbackElement: <p>Loading</p> }) }])}
      />,
    ),
  )
}

const filterLink = (group: string, name: string) => within(screen.getByRole('list', { name: group, hidden: true })).getByText(name)

test('shows the products with price, stock and link', async () => {
  await renderListing({ listing })
  const cards = screen.getAllByRole('article')
  expect(cards).toHaveLength(3)
  expect(cards[0]?.textContent).toContain('₹501')
  expect(
    within(cards[0] as HTMLElement)
      .getByRole('link', { name: 'Product 1' })
      .getAttribute('href'),
  ).toBe('/product/id-1')
  expect(cards[1]?.textContent).toContain('Sold out')
  expect(cards[2]?.textContent).toContain('Only 4 left')
})

test('a filter link changes its filter, keeps the others and returns to page 1', async () => {
  await renderListing({ listing, query: { ...query, page: 2 } })
  expect(filterLink('Stock', 'All').getAttribute('href')).toBe('/buy?q=tee&category=TEE&sort=price-asc&price=0-999')
  expect(filterLink('Stock', 'In stock only').getAttribute('href')).toBe('/buy?q=tee&category=TEE&sort=price-asc&price=0-999&stock=in')
  expect(filterLink('Price', 'Any price').getAttribute('href')).toBe('/buy?q=tee&category=TEE&sort=price-asc&stock=in')
  expect(filterLink('Sort', 'Relevance').getAttribute('href')).toBe('/buy?q=tee&category=TEE&price=0-999&stock=in')
  expect(filterLink('Sort', 'Newest').getAttribute('href')).toBe('/buy?q=tee&category=TEE&sort=newest&price=0-999&stock=in')
  expect(filterLink('Categories', 'Denim cargos').getAttribute('href')).toBe(
    '/buy?q=tee&category=DENIM&sort=price-asc&price=0-999&stock=in',
  )
})

test('the selected filters are marked and counted', async () => {
  await renderListing({ listing })
  expect(filterLink('Stock', 'In stock only').getAttribute('aria-current')).toBe('true')
  expect(filterLink('Stock', 'All').getAttribute('aria-current')).toBeNull()
  expect(screen.getByText('Sort and filter').textContent).toContain('3 applied')
})

test('the heart of a guest leads to signing in, after which the product is saved', async () => {
  await renderListing({ listing })
  const [heart] = screen.getAllByRole('link', { name: /^Sign in to save Product 1 for later$/ })
  expect(heart?.getAttribute('href')).toBe('/login?to=%2FUserDashboard%2Fsaved%3Fsave%3Did-1')
})

test('each active filter is a link that removes it and keeps the others', async () => {
  await renderListing({ listing })
  const removals = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('link')
  expect(removals.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Remove filter “tee”', '/buy?category=TEE&sort=price-asc&price=0-999&stock=in'],
    ['Remove filter Tees', '/buy?q=tee&sort=price-asc&price=0-999&stock=in'],
    ['Remove filter Under ₹1,000', '/buy?q=tee&category=TEE&sort=price-asc&stock=in'],
    ['Remove filter In stock only', '/buy?q=tee&category=TEE&sort=price-asc&price=0-999'],
    ['Clear all', '/buy?sort=price-asc'],
  ])
})

test.each([
  [0, '0 products'],
  [1, '1 product'],
  [10, '10 products'],
])('a listing of %i shows the count "%s"', async (total, text) => {
  await renderListing({ listing: { ...listing, total } })
  screen.getByText(text)
})

test('a listing that could not be loaded shows no count', async () => {
  await renderListing({ listing: { ...listing, products: [], total: 0, error: 'Request timed out' } })
  expect(screen.queryByText(/products$/)).toBeNull()
})

test('an empty listing names the search', async () => {
  await renderListing({ listing: { ...listing, products: [], total: 0, pages: 1 } })
  screen.getByRole('heading', { name: 'No products found.' })
  screen.getByText(/found nothing for “tee”/)
})

test('a failed listing shows its error, and is loaded again by a button', async () => {
  let loaded = 0
  await renderListing({ listing: { ...listing, products: [], error: 'Request timed out' }, loader: () => ++loaded })
  expect(screen.getByRole('alert').textContent).toContain('Request timed out')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(loaded).toBe(2))
})

test('a spinner is shown until the listing has loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<Listing>()
  await renderListing({ listing: promise })
  screen.getByText('Loading products')
  expect(screen.queryByRole('article')).toBeNull()
  await act(async () => resolve(listing))
  expect(screen.getAllByRole('article')).toHaveLength(3)
})

const facets: Facets = {
  categories: { TEE: 13 },
  sizes: [{ size: '32', count: 1 }],
  colours: [{ colour: 'Neem', count: 2 }],
  fabrics: [{ fabric: 'Cotton', count: 9 }],
  countries: [],
  prices: { '0-999': 1_234, '1000-1999': 0, '2000-': 2 },
}
const readChoices = (group: string) =>
  within(screen.getByRole('list', { name: group, hidden: true }))
    .getAllByRole('link', { hidden: true })
    .map(readChoice)

/** The label with the number that the style shows after it. */
const readChoice = (choice: HTMLElement) => `${choice.textContent}${choice.dataset.count ?? ''}`

test('each choice of a filter has the number of its products, also when it arrives later', async () => {
  await renderListing({ listing, facets: Promise.resolve(facets) })
  expect(readChoices('Price')).toEqual(['Any price', 'Under ₹1,0001,234', '₹2,000 and above2'])
  expect(readChoices('My size')).toEqual(['Any size', '321'])
  expect(readChoices('Colour')).toEqual(['Any colour', 'Neem2'])
  expect(readChoices('Fabric')).toEqual(['Any fabric', 'Cotton9'])
  expect(screen.queryByRole('list', { name: 'Country of origin', hidden: true })).toBeNull()
})

test('facets that the server has not counted in time are asked for', async () => {
  const requests = fakeApi({ 'GET /products/facets': () => facets })
  await renderListing({ listing, facets: null })
  expect(readChoices('Colour')).toEqual(['Any colour', 'Neem2'])
  expect(requests).toHaveLength(1)
})

test('imported products have a filter by country, and each filter that is on can be removed', async () => {
  const countries = [
    { country: 'India', count: 4 },
    { country: 'Sri Lanka', count: 1 },
  ]
  const { container } = await renderListing({
    listing,
    facets: { ...facets, countries },
    query: { ...query, q: '', sort: 'popular', fabric: 'cotton', country: 'Sri Lanka' },
  })
  expect(readChoices('Country of origin')).toEqual(['Any country', 'India4', 'Sri Lanka1'])
  expect([...container.querySelectorAll<HTMLElement>('[aria-label="Fabric"] [aria-current]')].map(readChoice)).toEqual(['Cotton9'])
  const chips = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('link')
  const hrefs = Object.fromEntries(chips.map((link) => [link.textContent, link.getAttribute('href')]))
  expect(hrefs['Remove filter Made in Sri Lanka']).not.toContain('country=')
  expect(hrefs['Remove filter cotton']).toContain('country=Sri+Lanka')
})

test('a search is sorted by relevance unless another sort is chosen', async () => {
  await renderListing({ listing, query: { ...query, sort: undefined } })
  expect(readChoices('Sort')).toEqual(['Relevance', 'Newest', 'Popularity', 'Price, low to high', 'Price, high to low'])
  expect(screen.getByRole('link', { name: 'Relevance', hidden: true }).getAttribute('aria-current')).toBe('true')
  const newest = screen.getByRole('link', { name: 'Newest', hidden: true }).getAttribute('href')
  expect(newest).toContain('sort=newest')
})

test('a choice without products is no link, unless it is selected', async () => {
  await renderListing({ listing, facets, query: { ...query, price: undefined } })
  expect(readChoices('Price')).toEqual(['Any price', 'Under ₹1,0001,234', '₹2,000 and above2'])
  screen.getByText('₹1,000 to ₹1,999')
  cleanup()
  await renderListing({ listing, facets, query: { ...query, price: '1000-1999' } })
  expect(readChoices('Price')).toContain('₹1,000 to ₹1,9990')
})

test('several sizes are chosen at once, and each is removed by itself', async () => {
  const sizes = [
    { size: 'S', count: 3 },
    { size: 'L', count: 2 },
  ]
  await renderListing({ listing, facets: { ...facets, sizes }, query: { ...query, q: '', sort: undefined, sizes: ['L', 'M'] } })
  const group = within(screen.getByRole('list', { name: 'My size', hidden: true }))
  const links = group.getAllByRole('link', { hidden: true }).map((link) => [readChoice(link), link.getAttribute('aria-current')])
  expect(links).toEqual([
    ['Any size', null],
    ['S3', null],
    ['L2', 'true'],
    ['M0', 'true'],
  ])
  const href = (name: string) =>
    new URL(group.getByText(name).getAttribute('href') ?? '', 'https://shop.example').searchParams.getAll('size')
  expect(href('S')).toEqual(['L', 'M', 'S'])
  expect(href('L')).toEqual(['M'])
  expect(href('Any size')).toEqual([])
  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  const remove = chips.getByText('Size M in stock').closest('a')?.getAttribute('href')
  expect(remove).toContain('size=L')
  expect(remove).not.toContain('size=M')
})

test('the button of the filters says how many products there are, and closes them', async () => {
  const user = userEvent.setup()
  await renderListing({ listing })
  const summary = screen.getByText('Sort and filter')
  await user.click(summary)
  const details = summary.closest('details')
  expect(details?.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Show 10 products' }))
  expect(details?.open).toBe(false)
  expect(document.activeElement).toBe(summary)
})
