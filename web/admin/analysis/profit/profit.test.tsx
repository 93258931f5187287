import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { profitKeys } from '#contract/figures/profit-lines.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { loadProfit, Profit } from './profit.tsx'

const reply: CallReply<'GET /figures/profit'> = {
  month: '2026-03',
  before: '2026-02',
  isOver: true,
  lines: profitKeys.map((key) => ({ key, amount: key === 'profit' ? -1_250.5 : 0, before: key === 'profit' ? 900 : 0 })),
  unknownCost: { sales: 1, all: 3_000 },
  unknownCostBefore: { sales: 0, all: 0 },
  parcels: { sent: 12, back: 1, sentBefore: 0, backBefore: 0 },
  expenses: [{ kind: 'rent', amount: 500, before: 400 }],
  rates: { freight: 70, returnFreight: 0, feePercent: 2.36, version: 1 },
}

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const Screen = () => <Profit {...useLoaderData<Awaited<ReturnType<typeof loadProfit>>>()} />

function renderProfit(answer: object, search: string) {
  const months = [
    { month: '2026-02', sales: 2_000, profit: 900 },
    { month: '2026-03', sales: 3_000, profit: -1_250.5 },
  ]
  const calls = fakeApi({ 'GET /figures/profit': () => ({ ...reply, ...answer }), 'GET /figures/profit/months': () => ({ months }) })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadProfit(new URL(request.url).searchParams), Component: Screen }])
  render(<Stub initialEntries={[`/${search}`]} />)
  return calls
}

test('a loss has a minus sign, and the month before is below it', async () => {
  const calls = renderProfit({}, '?view=profit&month=2026-03')
  const table = await screen.findByRole('table', { name: 'Profit and loss of March 2026, with February 2026 below each amount' })
  expect(calls[0]?.path).toMatch(/month=2026-03$/)
  const last = within(table).getAllByRole('row').at(-1)
  await screen.findByRole('img', { name: /^Sales and profit by month/ })
  expect(last?.lastElementChild?.textContent).toBe('−₹1,250.50before: ₹900')
})

test('the share of the sales without a cost is rounded up, so that it is never 0', async () => {
  renderProfit({}, '?view=profit')
  expect((await screen.findByText(/are items without a cost/)).textContent).toMatch(/^0\.1 % of the sales \(₹1 of ₹3,000\)/)
})

test.each(['2026-13', '2099-12'])('a month of the address that is none or in the future is this month: %s', async (month) => {
  const calls = renderProfit({ unknownCost: { sales: 0, all: 0 } }, `?view=profit&month=${month}`)
  await screen.findByText('All delivered items have a cost.')
  expect(calls[0]?.path).toMatch(/month=20\d\d-\d\d$/)
  expect(calls[0]?.path).not.toContain(month)
})
