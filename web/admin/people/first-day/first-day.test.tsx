import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../api/fake-api.ts'
import { FirstDay } from './first-day.tsx'
import type { FirstDay as FirstDayData } from './list-steps.ts'

const now = new Date('2026-11-23T06:00:00Z')
const recent = '2026-11-23T05:59:00Z'

const done: FirstDayData = {
  hasGstin: true,
  hasAddress: true,
  products: 12,
  undeclared: { mrp: 0, maker: 0, origin: 0, weight: 0, hsn: 0 },
  demoProducts: 0,
  hasSecondFactor: true,
  hasOrder: true,
  payments: { isOn: true, lastWebhookAt: recent, toReview: 0 },
  mail: { hasServer: true, lastSentAt: recent, waiting: 0, givenUp: 0 },
  jobs: { lastRunAt: recent, failed: [] },
  backup: { lastAt: recent },
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now })
  return () => vi.useRealTimers()
})

async function show(change: Partial<FirstDayData>) {
  fakeApi({ 'GET /first-day': () => ({ ...done, ...change }) })
  const { unmount } = render(
    <MemoryRouter>
      <FirstDay />
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { name: 'First day' })
  return unmount
}

const button = (name: string) => screen.getByRole('button', { name })

test('categories of the menu without products are to be hidden or deleted, once there are products', async () => {
  const unmount = await show({ emptyCategories: 6 })
  const item = screen.getByText('6 categories in the menu have no products')
  expect(item.closest('li')?.querySelector('a')?.getAttribute('href')).toBe('/AdminDashboardWrapper/categories')
  unmount()
  await show({ emptyCategories: 4, products: 0 })
  expect(screen.queryByText(/in the menu/)).toBeNull()
})

test('what is open comes first, with the way to do it', async () => {
  await show({ undeclared: { ...done.undeclared, mrp: 200, origin: 1 }, hasSecondFactor: false })
  expect(
    screen
      .getAllByRole('listitem')
      .slice(0, 4)
      .map((item) => item.textContent),
  ).toEqual([
    'Open200 products on sale without an MRPShow them',
    'Open1 product on sale without a country of originShow them',
    'OpenA second factor for your accountSet it up',
    'DoneYour address, for policy pages, documents and product pages',
  ])
  const [mrp, origin] = screen.getAllByRole('link', { name: 'Show them' })
  expect(mrp?.getAttribute('href')).toBe('/AdminDashboardWrapper/bulk-edit?undeclared=mrp')
  expect(origin?.getAttribute('href')).toBe('/AdminDashboardWrapper/payment?undeclared=origin')
})

test('products are not counted any further than a thousand', async () => {
  await show({ products: 1_001, undeclared: { ...done.undeclared, maker: 1_001, weight: 1_000 } })
  expect(screen.getByText('More than 1,000 products on sale without a maker')).toBeDefined()
  expect(screen.getByText('1,000 products on sale without a weight')).toBeDefined()
})

test('payments, background work and emails are described in words', async () => {
  await show({
    payments: { isOn: true, lastWebhookAt: null, toReview: 0 },
    jobs: { lastRunAt: '2026-11-23T05:00:00Z', failed: [] },
    mail: { hasServer: false, lastSentAt: null, waiting: 0, givenUp: 0 },
  })
  for (const text of [
    'No message of the payment provider has arrived yet.',
    'It has not run since 23 Nov, 10:30. Emails and payments wait for it.',
    'Emails reach nobody, because no mail server is set.',
  ])
    expect(screen.getByText(text)).toBeDefined()
})

test('a closed list comes back on the next day while something is open', async () => {
  const unmount = await show({ hasGstin: false })
  fireEvent.click(button('Close the list'))
  expect(screen.queryByRole('list')).toBeNull()
  unmount()
  const unmountSameDay = await show({ hasGstin: false })
  expect(screen.queryByRole('list')).toBeNull()
  unmountSameDay()
  vi.setSystemTime(new Date('2026-11-24T06:00:00Z'))
  const unmountNextDay = await show({ hasGstin: false })
  expect(screen.getByRole('list')).toBeDefined()
  unmountNextDay()
  const later = '2026-11-24T05:59:00Z'
  await show({ jobs: { lastRunAt: later, failed: [] }, backup: { lastAt: later } })
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(button('Show the list'))
  expect(screen.getByRole('list')).toBeDefined()
})

test('demo products are removed after a question', async () => {
  const calls = fakeApi({
    'GET /first-day': () => ({ ...done, demoProducts: 3 }),
    'POST /products/admin/demo/remove': () => ({ message: '3 demo products deleted', deleted: 3, archived: 0 }),
  })
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  render(
    <MemoryRouter>
      <FirstDay />
    </MemoryRouter>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the demo products' }))
  expect(calls.map(({ route }) => route)).toEqual(['GET /first-day'])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await expect.poll(() => calls.map(({ route }) => route)).toEqual(['GET /first-day', 'POST /products/admin/demo/remove', 'GET /first-day'])
})

test('whether assistants can read the shop is said, with the last ones', async () => {
  const lastAt = '2026-11-23T05:00:00Z'
  const last = [
    { agent: 'agent.example', requests: 1200, orders: 3, lastAt },
    { agent: 'other.example', requests: 1, lastAt },
  ]
  const unmount = await show({ assistants: { isOn: true, last } })
  expect(screen.getByText(/^Assistants can read your shop\./).textContent).toMatch(
    /Last: agent\.example on .+ \(1,200 requests and 3 orders in 90 days\); other\.example on .+ \(1 request in 90 days\)\.$/,
  )
  unmount()
  const unmountNone = await show({ assistants: { isOn: true, last: [] } })
  expect(screen.getByText('Assistants can read your shop. None has read it yet.')).toBeDefined()
  unmountNone()
  await show({ assistants: { isOn: false, last: [] } })
  expect(screen.getByText(/^Assistants cannot read your shop/)).toBeDefined()
})
