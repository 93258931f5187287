import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../api/fake-api.ts'
import { AdminBell } from './admin-bell.tsx'

type Reply = CallReply<'GET /order/admin/notifications'>

const order = (number: string) => ({
  _id: `id-${number}`,
  number,
  customer: 'Asha Rao',
  totalPrice: 1_299,
  createdAt: '2026-11-20T10:00:00.000Z',
  unread: true,
})
const nothing: Reply = {
  orders: [],
  unreadOrders: 0,
  payments: 0,
  lowStock: { products: [], total: 0, unread: 0 },
  lacksMailServer: false,
  unread: 0,
}

const renderBell = () =>
  render(
    <MemoryRouter>
      <AdminBell />
    </MemoryRouter>,
  )

afterEach(() => void vi.useRealTimers())

test('lists new orders, payments to review and products low in stock, and marks them as read', async () => {
  const product = { _id: 'tee', name: 'Neem Henley', stock: 0, unread: true }
  const reply = {
    orders: [order('7K3M-9QXT')],
    unreadOrders: 1,
    payments: 2,
    overdueTickets: 3,
    lowStock: { products: [product, { ...product, _id: 'cargo', name: 'Olive Cargo', stock: 3, unread: false }], total: 4, unread: 1 },
    lacksMailServer: false,
    unread: 7,
  }
  const received = fakeApi({
    'GET /order/admin/notifications': () => reply,
    'POST /order/admin/notifications/read': () => ({ message: 'Read' }),
  })
  renderBell()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 7 unread' }))
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }))
  const area = '/AdminDashboardWrapper'
  expect(list.getByRole('link', { name: '2 payments need review' }).getAttribute('href')).toBe(`${area}/OrderDetail`)
  expect(list.getByRole('link', { name: '3 tickets are overdue' }).getAttribute('href')).toBe(`${area}/tickets?state=overdue`)
  expect(list.getByRole('link', { name: /^7K3M-9QXT · Asha Rao, unread/ }).getAttribute('href')).toBe(
    `${area}/OrderDetail?open=id-7K3M-9QXT`,
  )
  expect(list.getByRole('link', { name: /^Neem Henley, unread ?Sold out$/ }).getAttribute('href')).toBe(`${area}/payment?open=tee`)
  list.getByRole('link', { name: /^Olive Cargo ?Only 3 left$/ })
  list.getByText('and 2 more products')
  expect(received.map(({ route }) => route)).toContain('POST /order/admin/notifications/read')
  // Payments and tickets stay unread until they are resolved.
  screen.getByRole('button', { name: 'Notifications, 5 unread', hidden: true })
})

test('an open page shows a new order within a minute', async () => {
  vi.useFakeTimers()
  let reply = nothing
  fakeApi({ 'GET /order/admin/notifications': () => reply })
  renderBell()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByRole('button', { name: 'Notifications' })
  reply = { ...nothing, orders: [order('7K3M-9QXT')], unreadOrders: 1, unread: 1 }
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  screen.getByRole('button', { name: 'Notifications, 1 unread' })
})

test('says that nothing is to be done, or that the notifications could not be loaded', async () => {
  let answer: Reply | 'offline' = nothing
  fakeApi({ 'GET /order/admin/notifications': () => answer })
  renderBell()
  const bell = screen.getByRole('button', { name: 'Notifications' })
  await userEvent.click(bell)
  await screen.findByText('No new orders, no payments to review, and enough stock.')
  answer = 'offline'
  await userEvent.click(bell)
  await userEvent.click(bell)
  await screen.findByText('We could not load your notifications.')
})

test('keys that cannot be read are named with the screen where they are entered, and stay unread', async () => {
  fakeApi({
    'GET /order/admin/notifications': () => ({ ...nothing, unreadableKeys: ['razorpay'], unread: 1 }),
    'POST /order/admin/notifications/read': () => ({ message: 'Read' }),
  })
  renderBell()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const link = screen.getByRole('link', { name: /^Enter the keys of Razorpay again: .* online payment is off$/ })
  expect(link.getAttribute('href')).toBe('/AdminDashboardWrapper/settings/providers')
  screen.getByRole('button', { name: 'Notifications, 1 unread', hidden: true })
})

test('a missing mail server is named, and stays unread', async () => {
  fakeApi({
    'GET /order/admin/notifications': () => ({ ...nothing, lacksMailServer: true, unread: 1 }),
    'POST /order/admin/notifications/read': () => ({ message: 'Read' }),
  })
  renderBell()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  screen.getByText('Emails are not sent.')
  screen.getByRole('button', { name: 'Notifications, 1 unread', hidden: true })
})
