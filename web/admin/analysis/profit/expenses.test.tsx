import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, useLoaderData } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { useSession } from '../../../session/session.ts'
import { Expenses, loadExpenses } from './expenses.tsx'

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

const Screen = () => <Expenses {...useLoaderData<Awaited<ReturnType<typeof loadExpenses>>>()} />

test('an expense whose answer was lost is sent again with its key, and changed with another one', async () => {
  useSession.setState({ user: { role: 'admin' } as User })
  const expenses = { expenses: [], sum: 0, months: [], total: 0, page: 1, totalPages: 1 }
  const calls = fakeApi({ 'GET /figures/expenses': () => expenses, 'POST /figures/expenses': () => 'offline' })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadExpenses({ request, params: {} }), Component: Screen }])
  render(<Stub initialEntries={['/?view=expenses']} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add an expense' }))
  await userEvent.type(screen.getByLabelText('Amount, in rupees'), '12')
  const keys = () => calls.filter(({ route }) => route.startsWith('POST')).map(({ headers }) => headers['idempotency-key'])
  const save = async () => {
    const sent = keys().length
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await expect.poll(() => keys().length).toBeGreaterThan(sent)
  }
  await save()
  await save()
  await userEvent.type(screen.getByLabelText('Amount, in rupees'), '0')
  await save()
  const all = keys()
  expect(new Set(all.slice(0, -1)).size).toBe(1)
  expect(all.at(-1)).not.toBe(all[0])
})

test('an expense that somebody else has changed is refused once, and the next request is based on the change', async () => {
  useSession.setState({ user: { role: 'admin' } as User })
  let version = 0
  const expense = () => ({ _id: 'e-1', day: '2026-03-02', kind: 'rent', amount: 12 + version, note: '', enteredBy: null, version })
  const changed = errorAnswer({ status: 409, message: 'Someone else has changed it.' })
  const calls = fakeApi({
    'GET /figures/expenses': () => ({ expenses: [expense()], sum: 12, months: [], total: 1, page: 1, totalPages: 1 }),
    'PATCH /figures/expenses/:id': ({ body }) =>
      (body as { version: number }).version === version ? { message: 'Saved.', expense: expense() } : changed,
    'DELETE /figures/expenses/:id': () => ({ message: 'Deleted.' }),
  })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadExpenses({ request, params: {} }), Component: Screen }])
  render(<Stub initialEntries={['/?view=expenses']} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Rent/ }))
  await userEvent.type(screen.getByLabelText('Note (optional)'), 'Shop')
  version = 1
  const sent = () => calls.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Someone else has changed it.')
  await screen.findByText('₹13')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sent())
    .toMatchObject([
      { note: 'Shop', version: 0 },
      { note: 'Shop', version: 1 },
    ])
  await userEvent.click(await screen.findByRole('button', { name: /^Delete Rent/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect.poll(() => calls.find(({ route }) => route.startsWith('DELETE'))?.path).toBe('/figures/expenses/e-1?version=1')
})
