import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../api/fake-api.ts'
import { loadSales, Sales } from './sales.tsx'

const nothing = { units: 0, sales: 0, cancelled: 0, refused: 0, undelivered: 0, returned: 0 }
const figures = { units: 12, sales: 6_000.5, cancelled: 3, refused: 2, undelivered: 1, returned: 4 }
const reply: CallReply<'GET /figures/sales'> = {
  period: { from: '2026-03-01', to: '2026-03-02' },
  before: { from: '2026-02-27', to: '2026-02-28' },
  countedSince: '2026-03-02',
  sums: { figures, before: nothing, orders: 9, ordersBefore: 0 },
  days: [
    { day: '2026-03-01', units: 5, sales: 2_000 },
    { day: '2026-03-02', units: 7, sales: 4_000.5 },
  ],
  rows: [
    {
      _id: 'K-1',
      productId: 'p1',
      name: 'Palash Kurta',
      products: 2,
      size: null,
      figures,
      before: nothing,
      stock: 6,
      daysLeft: 1,
      cost: null,
    },
    {
      _id: 'p2',
      productId: 'p2',
      name: 'Dupatta',
      products: 1,
      size: null,
      figures: nothing,
      before: figures,
      stock: 3,
      daysLeft: null,
      cost: null,
    },
  ],
  total: 2,
  page: 1,
  totalPages: 1,
}

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const Screen = () => <Sales {...useLoaderData<Awaited<ReturnType<typeof loadSales>>>()} />

function renderSales(answer: () => object, search = '?view=products&by=style') {
  const calls = fakeApi({ 'GET /figures/sales': answer })
  const Stub = createRoutesStub([{ path: '/', loader: (args) => loadSales(args), Component: Screen }])
  render(<Stub initialEntries={[`/${search}`]} />)
  return calls
}

test('each figure has that of the period before, and each chart the same numbers as a table', async () => {
  const calls = renderSales(() => reply)
  await screen.findByText('Days before 2 Mar are still being counted.')
  expect(calls[0]?.path).toContain('by=style')
  const sold = screen.getAllByText('Items sold', { selector: 'dt' })[0]?.parentElement as HTMLElement
  within(sold).getByText('12')
  within(sold).getByText('0 from 27 Feb to 28 Feb')
  await userEvent.click(screen.getByText('The same as a table'))
  const days = screen.getByRole('table', { name: 'Items sold and sales per day' })
  expect(
    within(days)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayItems soldSales', 'Mon, 2 Mar7₹4,000.50', 'Sun, 1 Mar5₹2,000'])
})

test('the row of a product has its sizes, and the best day is named', async () => {
  const [row] = reply.rows
  const sizes = [
    { size: 'M', units: 1_234 },
    { size: 'S', units: 2 },
  ]
  renderSales(() => ({ ...reply, rows: [{ ...row, sizes }] }), '?view=products')
  const rows = within(await screen.findByRole('table', { name: 'Sales by product, best sold first' })).getAllByRole('row')
  within(rows[1] as HTMLElement).getByText('M: 1,234, S: 2')
  screen.getByText('The best day was Mon, 2 Mar, with 7 items sold for ₹4,000.50.')
})

test('what is no month and a search that is too long are not asked for', async () => {
  const calls = renderSales(() => reply, `?view=products&month=${encodeURIComponent('٢٠٢٦-٠٣')}&q=${'x'.repeat(400)}`)
  await screen.findByRole('table', { name: 'Sales by product, best sold first' })
  expect(calls[0]?.path).not.toContain('month')
  expect(new URLSearchParams(calls[0]?.path.split('?')[1]).get('q')).toBe('x'.repeat(100))
})

test('a style says how many colours it has, and a product that was not sold has no days left', async () => {
  renderSales(() => reply)
  const rows = within(await screen.findByRole('table', { name: 'Sales by style, best sold first' })).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('2 colours')
  expect(rows[2]?.textContent).toMatch(/^Dupatta.*–/)
})

test('a period without sales says so', async () => {
  renderSales(() => ({ ...reply, countedSince: null, rows: [], total: 0, totalPages: 0 }), '?view=products&days=7')
  await screen.findByText('Nothing was sold in this period.')
  expect(screen.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
  expect(screen.queryByText(/still being counted/)).toBeNull()
})
