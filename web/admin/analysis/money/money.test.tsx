import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { moneyPlaceKeys } from '#contract/figures/money-places.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { loadMoney, Money } from './money.tsx'

const reply: CallReply<'GET /figures/money'> = {
  month: '2026-03',
  orders: 3,
  total: 1_500,
  places: moneyPlaceKeys.map((place) => ({ place, orders: place === 'owed' ? 3 : 0, amount: place === 'owed' ? 1_500 : 0, before: 20 })),
  before: { month: '2026-02', orders: 1, total: 280, surplus: 0 },
  surplus: 0,
}

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const Screen = () => <Money {...useLoaderData<Awaited<ReturnType<typeof loadMoney>>>()} />

function renderMoney(answer: object) {
  const calls = fakeApi({ 'GET /figures/money': () => ({ ...reply, ...answer }) })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadMoney(new URL(request.url).searchParams), Component: Screen }])
  render(<Stub initialEntries={['/?view=money&month=2026-03']} />)
  return calls
}

test('a line with orders leads to their list, and one without has no link', async () => {
  const calls = renderMoney({})
  const table = await screen.findByRole('table', { name: 'Where the money of the orders is, with February 2026 below each amount' })
  expect(calls[0]?.path).toMatch(/month=2026-03$/)
  const row = (name: RegExp) => within(table).getByRole('row', { name })
  expect(row(/Owed by couriers/).lastElementChild?.textContent).toBe('₹1,500before: ₹20')
  screen.getByText('₹280 in 1 order of February 2026')
  expect(
    within(table)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/AdminDashboardWrapper/AdminAnalysis?view=money&month=2026-03&place=owed'])
})

test('what is paid beyond the cost of orders is told apart from the lines', async () => {
  renderMoney({ surplus: 12.5 })
  await screen.findByText(/^₹12\.50 are paid beyond what the orders cost/)
})
