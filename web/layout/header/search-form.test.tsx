import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { publicShopLinks, type ShopLinks } from '../shop-links.ts'
import { shopperShopLinks } from '../shopper-links.ts'
import { SearchForm } from './search-form.tsx'

const user = userEvent.setup()

const category = { kind: 'category', key: 'JOGGER', text: 'Joggers', address: '/buy?category=JOGGER' }
const product = {
  kind: 'product',
  key: 'id-1',
  text: 'Ash "Mélange" Jogger',
  address: '/product/id-1/ash-me-lange-jogger',
  image: '/images/jogger/800.webp',
  backdrop: '#eeeeee',
  price: 1299,
}
const reply = { suggestions: [category.text, product.text], items: [category, product] }

async function renderForm(links: ShopLinks = publicShopLinks) {
  const element = <SearchForm q="" links={links} />
  const router = createMemoryRouter([{ path: '*', element }])
  await act(async () => render(<RouterProvider router={router} />))
  return router
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' })
const readState = () => [
  field().hasAttribute('aria-controls'),
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent,
]

const openSuggestions = async () => {
  await user.type(field(), 'jog')
  await screen.findByRole('listbox', { name: 'Suggestions' })
}

test('suggestions are chosen with the arrow keys, and Enter opens the product', async () => {
  const received = fakeApi({ 'GET /products/suggestions': () => reply })
  const router = await renderForm()
  expect(readState()).toEqual([false, undefined])
  await openSuggestions()
  expect(received.map(({ path }) => path)).toEqual(['/products/suggestions?q=jog'])
  expect(screen.getByRole('status').textContent).toBe('2 suggestions')
  expect(readState()).toEqual([true, undefined])
  await user.keyboard('{ArrowDown}')
  expect(readState()).toEqual([true, 'JoggersCategory'])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(readState()).toEqual([true, 'Search for “jog”'])
  await user.keyboard('{ArrowUp}')
  expect(readState()).toEqual([true, 'Ash "Mélange" Jogger₹1,299'])
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/product/id-1/ash-me-lange-jogger')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Escape closes the suggestions and keeps the text, and Enter searches for it', async () => {
  fakeApi({ 'GET /products/suggestions': () => reply })
  const router = await renderForm()
  await openSuggestions()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field().value).toBe('jog')
  await user.keyboard('{Enter}')
  expect(router.state.location.search).toBe('?q=jog')
})

test.each([
  [publicShopLinks, /^Joggers/, '/buy?category=JOGGER'],
  [publicShopLinks, 'Search for “jog”', '/buy?q=jog'],
  [shopperShopLinks, /^Joggers/, '/UserDashboard/jogger'],
  [shopperShopLinks, /^Ash/, '/UserDashboard/productPage/id-1'],
  [shopperShopLinks, 'Search for “jog”', '/UserDashboard/product?q=jog'],
])('a pressed suggestion opens what it names', async (links, name, href) => {
  fakeApi({ 'GET /products/suggestions': () => reply })
  const router = await renderForm(links)
  await openSuggestions()
  await user.click(screen.getByRole('option', { name }))
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(href)
})

test('a failed request shows no suggestions', async () => {
  const received = fakeApi({ 'GET /products/suggestions': () => 'offline' })
  await renderForm()
  await user.type(field(), 'jog')
  await waitFor(() => expect(received).toHaveLength(1))
  expect(screen.queryByRole('listbox')).toBeNull()
})
