import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, fakeApi } from '../api/fake-api.ts'
import { setUser } from '../session/session.ts'
import Logout from './logout.tsx'

const ordersPath = '/AdminDashboardWrapper/OrderDetail'

/** Opens /Logout after `former` pages of the browser, while the server refuses to sign out. */
async function openLogout({ former = [], state }: { former?: string[]; state?: object }) {
  setUser({ _id: 'admin', name: 'admin', role: 'admin' } as User)
  const calls = fakeApi({ 'GET /users/logout': () => errorAnswer({ status: 500 }) })
  const element = <Logout {...({ loaderData: { asksFirst: false } } as Parameters<typeof Logout>[0])} />
  const routes = [
    { path: '/Logout', element },
    { path: '*', element: <p>Another page</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [...former, { pathname: '/Logout', ...(state && { state }) }] })
  await act(async () => void render(<RouterProvider router={router} />))
  expect((await screen.findByRole('alertdialog', { name: 'Error!' })).textContent).toContain('Logout failed. Please try again.')
  expect(calls).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  return router
}

test('a failed logout on a directly opened page leads back into the shop', async () => {
  const router = await openLogout({ former: ['/elsewhere'] })
  await waitFor(() => expect(router.state.location.pathname).toBe('/AdminDashboardWrapper'))
})

test('a failed logout from the account menu leads back to the page it was asked on', async () => {
  const router = await openLogout({ former: ['/elsewhere', ordersPath], state: { isFromShop: true } })
  await waitFor(() => expect(router.state.location.pathname).toBe(ordersPath))
})
