import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { loadSettlements, Settlements } from './settlements.tsx'

const row = {
  ...{ _id: 'r1', settlementId: 'setl_A', settledOn: '2026-03-05', utr: 'UTR1', entityId: 'adj_1', kind: 'adjustment' },
  ...{ amount: 20, change: -20, order: null, message: 'The provider calls this "adjustment". Say what it is.' },
}
const reply: CallReply<'GET /settlements'> = {
  settlements: [
    {
      ...{ _id: 'setl_A', provider: 'razorpay', settledOn: '2026-03-05', utr: 'UTR1', rows: 2, payments: 1_598, refunds: 0 },
      ...{ fees: 31.96, tax: 4.88, others: -20, amount: 1_546.04, open: 1 },
    },
  ],
  ...{ total: 1, page: 1, totalPages: 1, openRows: [row], openTotal: 1, resolvedRows: [] },
  unsettled: { payments: 1, amount: 799, oldest: '2026-03-01' },
}

const nothing = { settlements: 0, payments: 0, refunds: 0, fees: 0, tax: 0, others: 0, amount: 0 }
const months: CallReply<'GET /settlements/months'>['months'] = [
  { month: '2026-02', ...nothing },
  { month: '2026-03', ...nothing, settlements: 1, payments: 1_598, fees: 31.96, tax: 4.88, others: -20, amount: 1_546.04 },
]

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const Screen = () => <Settlements {...useLoaderData<Awaited<ReturnType<typeof loadSettlements>>>()} />

test('a row that does not match is explained with a note', async () => {
  const calls = fakeApi({
    'GET /settlements': () => reply,
    'GET /settlements/months': () => ({ months }),
    'POST /settlements/rows/:id/resolve': () => ({ message: 'The row is off the list.' }),
  })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadSettlements({ request, params: {} }), Component: Screen }])
  render(<Stub initialEntries={['/?view=settlements']} />)
  const table = await screen.findByRole('table', { name: 'Settlements, newest first' })
  expect(within(table).getAllByRole('row')[1]?.lastElementChild?.textContent).toBe('₹1,546.04')
  await screen.findByText(/^1 payment \(₹799\) of /)
  await userEvent.click(screen.getByRole('button', { name: 'Explain adj_1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Take it off the list' }))
  await screen.findByText('Note is required.')
  await userEvent.type(screen.getByLabelText('Why is it right?'), 'Fee of a dispute')
  await userEvent.click(screen.getByRole('button', { name: 'Take it off the list' }))
  await expect.poll(() => calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ note: 'Fee of a dispute' })
})

test('a month of the address has its list, its sums beside the month before, and a chart with its table', async () => {
  const calls = fakeApi({ 'GET /settlements': () => reply, 'GET /settlements/months': () => ({ months }) })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadSettlements({ request, params: {} }), Component: Screen }])
  render(<Stub initialEntries={['/?view=settlements&month=2026-03']} />)
  const section = await screen.findByRole('region', { name: 'Settled in March 2026' })
  expect(calls.map(({ path }) => path)).toEqual([expect.stringMatching(/month=2026-03/), '/settlements/months?month=2026-03'])
  expect(within(section).getAllByRole('definition')[0]?.textContent).toBe('₹1,546.04₹0 in February 2026')
  expect(within(section).getAllByRole('definition')[2]?.textContent).toBe('₹0₹0 in February 2026')
  within(section).getByRole('img', { name: /^Settlements by month/ })
  const table = within(section).getByRole('table', { name: 'Settlements by month', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })[1]?.textContent).toBe('March 2026₹31.96₹1,546.04')
})

test('months without settlements have no chart', async () => {
  fakeApi({
    'GET /settlements': () => reply,
    'GET /settlements/months': () => ({ months: months.map(({ month }) => ({ month, ...nothing })) }),
  })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadSettlements({ request, params: {} }), Component: Screen }])
  render(<Stub initialEntries={['/?view=settlements&month=2026-03']} />)
  await screen.findByRole('region', { name: 'Settled in March 2026' })
  expect(screen.queryByRole('img')).toBeNull()
})
