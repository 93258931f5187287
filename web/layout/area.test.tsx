import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useRouteError } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import { AreaError } from './area.tsx'
import { clientLoader } from './area-not-found.tsx'

vi.mock('./store-config.ts', () => ({ useStoreConfig: () => ({ storeName: 'Loom & Lane' }) }))
vi.mock('./header/navbar.tsx', () => ({ Navbar: () => null }))
vi.mock('./header/category-bar.tsx', () => ({ CategoryBar: () => null }))
vi.mock('./footer.tsx', () => ({ Footer: () => null }))
vi.mock('./compact-footer.tsx', () => ({ CompactFooter: () => null }))

const Failed = ({ home }: { home: string }) => <AreaError error={useRouteError()} home={home} />

test.each(['/UserDashboard', '/AdminDashboardWrapper'])('an unknown path under %s shows a page with a link to its home', async (home) => {
  const routes = [
    { path: home, element: <h1>Home</h1> },
    { path: '*', loader: clientLoader, element: null, errorElement: <Failed home={home} />, hydrateFallbackElement: <p>Loading</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [`${home}/nowhere`] })
  await act(async () => void render(<RouterProvider router={router} />))
  await screen.findByRole('heading', { level: 1, name: 'This lane leads nowhere' })
  expect(document.title).toBe('Page not found · Loom & Lane')
  await userEvent.click(screen.getByRole('link', { name: 'Back to home' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  expect(router.state.location.pathname).toBe(home)
})

test('a screen that needs another right says which one, and whom to ask', async () => {
  const message = 'Your account does not have the right “Settings”. Ask an owner: ASHA, RAVI.'
  const loader = () => {
    throw new ApiError({ status: 403, body: { code: 'right_missing', message, error: message } })
  }
  const home = '/AdminDashboardWrapper'
  const routes = [{ path: '*', loader, element: null, errorElement: <Failed home={home} />, hydrateFallbackElement: <p>Loading</p> }]
  const router = createMemoryRouter(routes, { initialEntries: [`${home}/settings`] })
  await act(async () => void render(<RouterProvider router={router} />))
  await screen.findByRole('heading', { level: 1, name: 'You cannot open this screen' })
  screen.getByText(message)
})
