import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { loadVisitsAndSales, VisitsAndSales } from './visits-and-sales.tsx'

const Screen = () => <VisitsAndSales {...useLoaderData<Awaited<ReturnType<typeof loadVisitsAndSales>>>()} />

test('cancelled orders do not count, and the period before is beside the sums', async () => {
  const listDays = <Figures extends object>(read: (index: number) => Figures) =>
    Array.from({ length: 14 }, (_, index) => ({ day: `2026-03-${String(index + 1).padStart(2, '0')}`, ...read(index) }))
  const calls = fakeApi({
    'GET /track/total-visits': () => ({ totalVisits: 900 }),
    'GET /track/daily-visits': () => ({ days: listDays((index) => ({ visits: index })) }),
    'GET /order/admin/daily': () => ({ days: listDays((index) => ({ orders: index < 7 ? 1 : 3, cancelled: 1, takings: 10, codDue: 0 })) }),
  })
  const Stub = createRoutesStub([
    { path: '/', loader: ({ request }) => loadVisitsAndSales(new URL(request.url).searchParams), Component: Screen },
  ])
  render(<Stub initialEntries={['/?days=7']} />)
  const table = await screen.findByRole('table', { name: 'Visits, orders and sales per day' })
  const rows = within(table).getAllByRole('row')
  expect(rows).toHaveLength(8)
  expect(rows[1]?.textContent).toMatch(/132₹10₹0$/)
  expect(calls.filter(({ path }) => path.endsWith('days=14'))).toHaveLength(2)
  expect([...document.querySelectorAll('figcaption')].map((caption) => caption.textContent)).toEqual([
    'Visits70 in 7 daysbefore: 21',
    'Orders14 in 7 daysbefore: 0',
    'Sales₹70 in 7 days, ₹0 COD duebefore: ₹70',
  ])
  screen.getByText(/^Orders are those that are not cancelled, without exchanges and archived orders\./)
})
