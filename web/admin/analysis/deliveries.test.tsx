import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../api/fake-api.ts'
import { useSession } from '../../session/session.ts'
import { Deliveries, loadDeliveries } from './deliveries.tsx'

const nothing = { sent: 0, delivered: 0, refused: 0, undelivered: 0 }
const figures = { sent: 12, delivered: 6, refused: 1, undelivered: 2 }
const reply: CallReply<'GET /figures/deliveries'> = {
  period: { from: '2026-03-01', to: '2026-03-02' },
  before: { from: '2026-02-27', to: '2026-02-28' },
  countedSince: null,
  sums: { figures, before: nothing },
  days: [
    { day: '2026-03-01', sent: 5, failed: 1 },
    { day: '2026-03-02', sent: 7, failed: 2 },
  ],
  rates: { freight: 0, returnFreight: 0 },
  rows: [
    { name: '560', figures, before: nothing },
    { name: '', figures: nothing, before: figures },
  ],
}

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const initial = useSession.getState()
afterEach(() => useSession.setState(initial, true))

const Screen = () => <Deliveries {...useLoaderData<Awaited<ReturnType<typeof loadDeliveries>>>()} />

function renderDeliveries(answer: object, search: string) {
  const calls = fakeApi({ 'GET /figures/deliveries': () => ({ ...reply, ...answer }) })
  const Stub = createRoutesStub([
    { path: '/', loader: ({ request }) => loadDeliveries(new URL(request.url).searchParams), Component: Screen },
  ])
  render(<Stub initialEntries={[`/${search}`]} />)
  return calls
}

test('what was not taken is a share of the parcels that are not on their way any more', async () => {
  const calls = renderDeliveries({}, '?view=deliveries&days=7')
  const table = await screen.findByRole('table', { name: 'Deliveries by PIN code, the most that were not taken first' })
  expect(calls[0]?.path).toMatch(/days=7&by=pin$/)
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace('before: ', ' ')))
  expect(texts.slice(1)).toEqual([
    ['560 ...', '12 0', '6 0', '1 0', '2 0', '33 % –', 'Rule'],
    ['not known', '0 12', '0 6', '0 1', '0 2', '– 33 %', ''],
  ])
})

test('the freight of parcels that were not taken is estimated when it is entered, and asked for until then', async () => {
  renderDeliveries({ rates: { freight: 70.5, returnFreight: 0 } }, '?view=deliveries')
  const table = await screen.findByRole('table', { name: 'Deliveries by PIN code, the most that were not taken first' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('₹211.50before: ₹0')
  screen.getByText(/each parcel that was not taken × ₹70\.50 to the customer and ₹0 back/)
  cleanup()
  renderDeliveries({}, '?view=deliveries')
  await screen.findByText(/is shown when what a parcel costs is entered/)
  expect(screen.queryByText('Freight (estimated)')).toBeNull()
})

test('a period without parcels says so', async () => {
  const calls = renderDeliveries({ rows: [] }, '?view=deliveries&by=courier')
  await screen.findByText('No parcel was sent in this period.')
  expect(calls[0]?.path).toMatch(/days=90&by=courier$/)
})

test('a month is asked for in place of the last days', async () => {
  const calls = renderDeliveries({}, '?view=deliveries&month=2026-03')
  await screen.findByRole('table', { name: 'Deliveries by PIN code, the most that were not taken first' })
  expect(calls[0]?.path).toMatch(/month=2026-03&by=pin$/)
})

test('a month that does not exist is no period, and one that is older than the list is chosen in it', async () => {
  const calls = renderDeliveries({}, '?view=deliveries&month=2026-13&by=state')
  await screen.findByRole('table', { name: 'Deliveries by State, the most that were not taken first' })
  expect(calls[0]?.path).toMatch(/days=90&by=state$/)
  cleanup()
  renderDeliveries({}, '?view=deliveries&month=2019-01')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Month' })
  expect(select.selectedOptions[0]?.textContent).toBe('January 2019')
})

test('who may not change settings adds no rules', async () => {
  useSession.setState({ user: { role: 'admin', rights: ['reports'] } as unknown as User })
  renderDeliveries({}, '?view=deliveries')
  await screen.findByRole('table', { name: 'Deliveries by PIN code, the most that were not taken first' })
  expect(screen.queryByRole('button', { name: 'Rule for 560 ...' })).toBeNull()
})
