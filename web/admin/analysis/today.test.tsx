import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { loadToday, Today } from './today.tsx'

const weekday = (day: string, orders: number) => ({
  day,
  untilNow: { orders, sales: orders * 100 },
  whole: { orders: orders + 5, sales: 1_000 },
})
const reply: CallReply<'GET /figures/today'> = {
  day: '2026-03-10',
  until: '2026-03-10T12:35:00.000Z',
  today: { orders: 7, sales: 700 },
  weekdays: [weekday('2026-03-03', 4), weekday('2026-02-24', 2), weekday('2026-02-17', 1), weekday('2026-02-10', 0)],
  work: { toConfirm: 3, toPack: 12, failedDeliveries: 1, returnsAsked: 0, returnsReceived: 2, soldOut: 22 },
  soldOut: [{ productId: 'p1', name: 'Palash Kurta', size: 'M' }],
}

const Screen = () => <Today {...useLoaderData<Awaited<ReturnType<typeof loadToday>>>()} />

function renderToday(answer: () => object) {
  fakeApi({ 'GET /figures/today': answer })
  const Stub = createRoutesStub([{ path: '/', loader: loadToday, Component: Screen }])
  render(<Stub />)
}

test('today is beside the average of the same weekday until the same time', async () => {
  renderToday(() => reply)
  const orders = (await screen.findByText('Orders', { selector: 'dt' })).parentElement as HTMLElement
  within(orders).getByText('7')
  within(orders).getByText('1.8 on average by this time on the same weekday of the last four weeks')
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows[0]?.textContent).toContain('Orders until 18:05')
  expect(rows.slice(1, 3).map((row) => row.textContent)).toEqual(['Tue, 10 Mar7₹700––', 'Tue, 3 Mar4₹4009₹1,000'])
})

test('what waits is named with its number, and what is sold out with its size', async () => {
  renderToday(() => reply)
  const items = within(await screen.findByRole('region', { name: 'What waits' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    ...['Orders to confirm3', 'Orders to pack12', 'Failed deliveries1', 'Returns to answer0', 'Returns to pay back2'],
    'Sold out since the evening22',
  ])
  expect(screen.getByText('Palash Kurta').closest('li')?.textContent).toBe('Palash Kurta M')
  screen.getByText('and 21 more')
})

test('a failure says so', async () => {
  renderToday(() => errorAnswer({ status: 500, message: 'Something went wrong.' }))
  await screen.findByRole('alert')
})
