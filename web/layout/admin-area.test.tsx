import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { ApiError } from '../api/client.ts'
import { errorAnswer, fakeApi } from '../api/fake-api.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { setUser } from '../session/session.ts'
import type { Route } from './+types/admin-area'
import AdminArea from './admin-area.tsx'
import { listLinks } from './header/navbar.tsx'

vi.mock('./store-config.ts', () => ({ useStoreConfig: () => ({ storeName: 'Loom & Lane' }) }))
vi.mock('./header/navbar.tsx', async (load) => ({
  ...(await load<object>()),
  Navbar: ({ user }: { user: User }) => <nav>{listLinks(user).map(({ label }) => `${label};`)}</nav>,
}))
vi.mock('./compact-footer.tsx', () => ({ CompactFooter: () => null }))
// Tests have no style sheets.
vi.mock('../ui/admin.css?url', () => ({ default: '/admin.css' }))

const sentence = 'Your account does not have the right “Orders”. Ask an owner: ASHA.'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** A screen with a form. */
function Form() {
  const [error, setError] = useState('')
  const save = () =>
    callSignedIn('POST /order/admin/:id/undo', { params: { id: '1' }, body: { version: 1 } }).catch((failure: ApiError) =>
      setError(failure.message),
    )
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={save}>
        Save
      </button>
      <p role="alert">{error}</p>
    </>
  )
}

/** The area of a packer, to whom the server gives these rights now. */
async function openArea() {
  const server = { rights: ['orders', 'products'] as Right[] }
  const user = { _id: 'id-1', name: 'RAVI', role: 'admin', rights: [...server.rights] } as User
  fakeApi({
    'GET /users/loggedinuser': () => ({ ...user, rights: server.rights }),
    'POST /order/admin/:id/undo': () => errorAnswer({ status: 403, code: 'right_missing', message: sentence }),
  })
  setUser(user)
  const area = <AdminArea {...({ loaderData: user } as Route.ComponentProps)} />
  const router = createMemoryRouter([{ element: area, children: [{ path: '*', element: <Form /> }] }])
  await act(async () => void render(<RouterProvider router={router} />))
  return server
}

const links = () => screen.getByRole('navigation').textContent
const type = (text: string) => fireEvent.input(screen.getByLabelText('Note'), { target: { value: text } })
const typed = () => screen.getByLabelText<HTMLInputElement>('Note').value

test('a change of rights is seen within a minute, whenever it is made, and what is typed stays', async () => {
  const server = await openArea()
  expect(links()).toContain('OrderDetail')
  type('Gift wrap 🎁')
  for (const seconds of [0, 50, 100, 200]) {
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
    server.rights = server.rights.includes('orders') ? ['products'] : ['orders', 'products']
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(links()?.includes('OrderDetail')).toBe(server.rights.includes('orders'))
    expect(typed()).toBe('Gift wrap 🎁')
  }
})

test('a call that is refused for a right that was taken says who can help, and the tab follows at once', async () => {
  const server = await openArea()
  type('Gift wrap')
  server.rights = ['products']
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(links()).not.toContain('OrderDetail')
  expect(typed()).toBe('Gift wrap')
})
