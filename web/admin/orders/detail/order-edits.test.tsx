import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../../api/fake-api.ts'
import { OrderAddress } from './order-address.tsx'
import { OrderDrawer, OrderHistory } from './order-drawer.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'

vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ gstin: null }) }))

const order = {
  _id: 'id-1',
  orderStatus: 'Confirmed',
  paymentStatus: 'Paid',
  kind: 'card',
  number: '7K3M-9QXT',
  totalPrice: 1_598,
  flags: [],
  transitions: [],
  shipments: [],
  version: 3,
  amountPaid: 1_598,
  amountRefunded: 0,
  cashOndelivery: 0,
  addressLink: null,
  products: [
    { _id: 'tee', line: 1, name: 'Tee', image: '/images/tee/800.webp', quantity: 2, price: 500, size: 'M' },
    { _id: 'cap', line: 2, name: 'Cap', image: '/images/cap/800.webp', quantity: 1, price: 598, size: null },
  ],
  notes: [],
  events: [],
  deliveryAddress: {
    firstName: 'Asha',
    lastName: 'Rao',
    address: '12 Lake Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pinCode: '560001',
    phone: '9876543210',
    email: '',
  },
} as unknown as AdminOrderDetail

const user = userEvent.setup()
const onStale = vi.fn()
const onEdit = vi.fn()

beforeEach(() => {
  onStale.mockReset()
  onEdit.mockReset()
})

const getPinCode = () => ({ state: 'Karnataka', district: 'Bengaluru' })
const getProduct = () => ({
  ...sampleProduct,
  sizes: ['M', 'L'],
  sizeStock: [
    { size: 'M', stock: 4 },
    { size: 'L', stock: 2 },
  ],
})

/** The parts of the drawer that change an order. */
function Parts({ initial }: { initial: AdminOrderDetail }) {
  const [shown, setShown] = useState(initial)
  const props = { order: shown, onChange: setShown, onStale, onEdit }
  return (
    <>
      <OrderItems {...props} />
      <OrderAddress {...props} />
      <OrderNotes {...props} />
    </>
  )
}

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const change = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

test('an address with mistakes is not sent; each field says what is wrong, and the first one has the focus', async () => {
  const received = fakeApi({ 'GET /pins/:pin': getPinCode })
  render(<Parts initial={order} />)
  await press('Edit the address')
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  await change('Phone', '12')
  await change('PIN code', '5600')
  await press('Save address')
  screen.getByText('Phone must have 10 digits and start with 6, 7, 8 or 9.')
  screen.getByText('PIN code must have exactly 6 digits.')
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'))
  expect(received.filter(({ route }) => route !== 'GET /pins/:pin')).toEqual([])
})

test('an address is saved once by a double click, and the focus returns to the button', async () => {
  const saved = { ...order, version: 4, deliveryAddress: { ...order.deliveryAddress, phone: '9811122233' } }
  const reply = Promise.withResolvers<object>()
  const received = fakeApi({
    'GET /pins/:pin': getPinCode,
    'POST /order/admin/:id/address': () => reply.promise,
  })
  render(<Parts initial={order} />)
  await press('Edit the address')
  await change('Phone', '+91 98111 22233')
  await user.dblClick(screen.getByRole('button', { name: 'Save address' }))
  reply.resolve({ message: 'The address is changed', order: saved })
  await screen.findByText('The address is changed')
  const sent = received.filter(({ route }) => route === 'POST /order/admin/:id/address')
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 3, address: { phone: '9811122233', email: '' } }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit the address' }))
  expect(onEdit).toHaveBeenLastCalledWith(false)
})

test.each([
  [
    'has changed meanwhile',
    () => errorAnswer({ status: 409, code: 'order_changed', message: 'This order has changed.' }),
    'This order has changed.',
  ],
  ['cannot be reached', () => 'offline' as const, screenTexts.noAnswer],
])('what was typed stays when the order %s', async (_, setOrderAddress, text) => {
  fakeApi({ 'GET /pins/:pin': getPinCode, 'POST /order/admin/:id/address': setOrderAddress })
  render(<Parts initial={order} />)
  await press('Edit the address')
  await change('Address', '7 Church Street')
  expect(onEdit).toHaveBeenLastCalledWith(true)
  await press('Save address')
  await screen.findByText(text)
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('7 Church Street')
  expect(onStale).toHaveBeenCalledTimes(text === screenTexts.noAnswer ? 0 : 1)
})

test('what was typed stays when the changed order cannot be loaded, and is saved when it is', async () => {
  const loaded = [order, 'offline' as const, { ...order, version: 4 }]
  const saved = [errorAnswer({ status: 409, code: 'order_changed', message: 'This order has changed.' }), { message: 'Saved', order }]
  const received = fakeApi({
    'GET /pins/:pin': getPinCode,
    'GET /order/admin/:id': () => loaded.shift() ?? order,
    'GET /order/admin/:id/payment': () => ({ payment: null, voidReason: null }),
    'GET /order/admin/:id/related': () => ({ orders: [], counts: { all: 0 }, isCapped: false }),
    'GET /returns/of-person/:id': () => ({ person: { orders: 0, returns: 0, pieces: 0, worn: 0 }, returns: [] }),
    'POST /order/admin/:id/address': () => saved.shift() ?? 'offline',
  })
  const onChange = vi.fn()
  render(
    <MemoryRouter>
      <OrderDrawer id="id-1" onClose={() => {}} onChange={onChange} />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit the address' }))
  await change('Address', '7 Church Street')
  await press('Save address')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('7 Church Street')
  await press('Save address')
  await screen.findByText('Saved')
  const sent = received.filter(({ route }) => route === 'POST /order/admin/:id/address').map(({ body }) => body)
  expect(sent).toMatchObject([{ version: 3 }, { version: 4, address: { address: '7 Church Street' } }])
})

test('removing items says first what is refunded, and the rest stays', async () => {
  const received = fakeApi({
    'GET /products/:id': getProduct,
    'POST /order/admin/:id/remove': () => ({
      message: 'The item is removed',
      order: { ...order, version: 4, products: order.products.slice(0, 1) },
    }),
  })
  render(<Parts initial={order} />)
  await press('Change Cap')
  await press('Remove item')
  const dialog = within(screen.getByRole('alertdialog'))
  dialog.getByText(/the order costs ₹1,000\. ₹598 is refunded to the original payment method/)
  await user.dblClick(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findByText('The item is removed')
  expect(received.filter(({ route }) => route === 'POST /order/admin/:id/remove').map(({ body }) => body)).toEqual([
    { line: 2, quantity: 1, version: 3 },
  ])
  expect(screen.queryByText('Cap')).toBeNull()
})

test('removing an item of an order with a discount says that its price less its share is refunded', async () => {
  fakeApi({ 'GET /products/:id': getProduct })
  const [tee, cap] = order.products
  const products = [
    { ...tee, toPay: 940 },
    { ...cap, toPay: 558 },
  ] as AdminOrderDetail['products']
  render(<Parts initial={{ ...order, products, amountPaid: 1_528, toPay: 1_528 }} />)
  await press('Change Cap')
  await press('Remove item')
  // The fee of ₹30 stays.
  within(screen.getByRole('alertdialog')).getByText(/the order costs ₹970\. ₹558 is refunded to the original payment method/)
})

test('after an earlier refund the administrator sees what is refunded, and can refund less', async () => {
  const received = fakeApi({
    'GET /products/:id': getProduct,
    'POST /order/admin/:id/remove': () => ({ message: 'The item is removed', order: { ...order, version: 4 } }),
  })
  render(<Parts initial={{ ...order, amountRefunded: 598 }} />)
  await press('Change Cap')
  const field = screen.getByLabelText<HTMLInputElement>('Refund (₹)')
  expect(field.value).toBe('598')
  await change('Refund (₹)', '598.01')
  await press('Remove item')
  screen.getByText('Enter an amount from ₹0 to ₹598.')
  await change('Refund (₹)', '0')
  await press('Remove item')
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.queryByText(/is refunded/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findByText('The item is removed')
  expect(received.filter(({ route }) => route === 'POST /order/admin/:id/remove').map(({ body }) => body)).toEqual([
    { line: 2, quantity: 1, refund: 0, version: 3 },
  ])
})

test('the last item cannot be removed, and says what to do instead', async () => {
  fakeApi({ 'GET /products/:id': getProduct })
  const [cap] = order.products.slice(1)
  render(<Parts initial={{ ...order, products: cap ? [cap] : [] }} />)
  await press('Change Cap')
  screen.getByText('An order needs at least one item. Cancel the order instead.')
  expect(screen.queryByRole('button', { name: 'Remove item' })).toBeNull()
})

test('a size is changed with what is left of each, and a sold-out one says so', async () => {
  const message = 'Tee (L) is sold out.'
  const received = fakeApi({
    'GET /products/:id': getProduct,
    'POST /order/admin/:id/size': () => errorAnswer({ status: 409, code: 'sold_out', message }),
  })
  render(<Parts initial={order} />)
  await press('Change Tee, size M')
  await screen.findAllByRole('option', { name: 'L (2 left)' })
  await user.selectOptions(screen.getByLabelText('Size of Tee'), 'L')
  await press('Change size')
  await screen.findByText(message)
  expect(received.at(-1)?.body).toEqual({ product: 'tee', line: 1, size: 'L', version: 3 })
})

test('a packed order has no buttons that change its items, a shipped one none for its address', () => {
  fakeApi({ 'GET /products/:id': getProduct })
  const { unmount } = render(<Parts initial={{ ...order, orderStatus: 'Packed' }} />)
  expect(screen.queryByRole('button', { name: /^Change / })).toBeNull()
  screen.getByRole('button', { name: 'Edit the address' })
  unmount()
  render(<Parts initial={{ ...order, orderStatus: 'Shipped' }} />)
  expect(screen.queryByRole('button', { name: 'Edit the address' })).toBeNull()
})

test('a note is added with one key for its retries, and the text stays until it is saved', async () => {
  const note = { _id: 'n1', text: 'Call first', author: 'Owner', writtenAt: '2026-11-20T10:00:00.000Z' }
  const answers = ['offline' as const, { message: 'The note is added', order: { ...order, notes: [note] } }]
  const received = fakeApi({ 'POST /order/admin/:id/notes': () => answers.shift() ?? 'offline' })
  render(<Parts initial={{ ...order, products: [] }} />)
  await press('Add the note')
  screen.getByText('Note is required.')
  await user.type(screen.getByLabelText('New note'), 'Call first')
  await press('Add the note')
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Call first')
  await press('Add the note')
  await screen.findByText(/^Owner, 20 Nov/)
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(received).toHaveLength(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('')
})

test('the history shows old and new values', () => {
  const change = { kind: 'address', before: { phone: '9876543210' }, after: { phone: '9811122233' } } as const
  const event = { event: 'Address changed', happenedAt: '2026-11-20T10:00:00.000Z', actor: 'admin', actorName: 'Owner', change } as const
  render(<OrderHistory events={[event]} />)
  expect(screen.getByText('9876543210').tagName).toBe('DEL')
  screen.getByText('9811122233')
})
