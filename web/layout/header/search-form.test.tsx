import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { SearchForm } from './search-form.tsx'

const user = userEvent.setup()
const buildHref = (q: string) => (q === '' ? '/buy' : `/buy?${new URLSearchParams({ q })}`)

// React warns once about <search>, which jsdom does not know.
beforeAll(() => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<search />).unmount()
  consoleError.mockRestore()
})

async function renderForm() {
  const element = <SearchForm q="" buildHref={buildHref} className="" />
  const router = createMemoryRouter([{ path: '*', element }])
  await act(async () => render(<RouterProvider router={router} />))
  return router
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' })
const readState = () => [
  field().hasAttribute('aria-controls'),
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent,
]

test('suggestions are chosen with the arrow keys and Enter', async () => {
  const received = fakeApi({ 'GET /products/suggestions': () => ({ suggestions: ['Joggers', 'Ash "Mélange" Jogger'] }) })
  const router = await renderForm()
  expect(readState()).toEqual([false, undefined])
  await user.type(field(), 'jog')
  await screen.findByRole('listbox', { name: 'Suggestions' })
  expect(received.map(({ path }) => path)).toEqual(['/products/suggestions?q=jog'])
  expect(screen.getByRole('status').textContent).toBe('2 suggestions')
  expect(readState()).toEqual([true, undefined])
  await user.keyboard('{ArrowDown}')
  expect(readState()).toEqual([true, 'Joggers'])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(readState()).toEqual([true, 'Ash "Mélange" Jogger'])
  await user.keyboard('{Enter}')
  expect(router.state.location.search).toBe(`?${new URLSearchParams({ q: 'Ash "Mélange" Jogger' })}`)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Escape closes the suggestions and keeps the text, and Enter searches for it', async () => {
  fakeApi({ 'GET /products/suggestions': () => ({ suggestions: ['Joggers'] }) })
  const router = await renderForm()
  await user.type(field(), 'jog')
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field().value).toBe('jog')
  await user.keyboard('{Enter}')
  expect(router.state.location.search).toBe('?q=jog')
})

test('a suggestion is chosen with the mouse', async () => {
  fakeApi({ 'GET /products/suggestions': () => ({ suggestions: ['Joggers'] }) })
  const router = await renderForm()
  await user.type(field(), 'jog')
  await user.click(await screen.findByRole('option', { name: 'Joggers' }))
  expect(router.state.location.search).toBe('?q=Joggers')
})

test('a failed request shows no suggestions', async () => {
  const received = fakeApi({ 'GET /products/suggestions': () => 'offline' })
  await renderForm()
  await user.type(field(), 'jog')
  await waitFor(() => expect(received).toHaveLength(1))
  expect(screen.queryByRole('listbox')).toBeNull()
})
