import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../../api/fake-api.ts'
import { NewOrderForm } from './new-order-form.tsx'

beforeEach(() => sessionStorage.clear())

const address = {
  firstName: 'Meera',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560001',
  phone: '9000000001',
  email: '',
}
const customer: Customer = {
  _id: 'order-1',
  name: 'Meera Rao',
  phone: '9000000001',
  email: '',
  city: 'Bengaluru',
  account: { _id: 'account-1', name: 'meera', role: 'user' },
  orders: 3,
  paid: 799,
  onDelivery: 0,
  refused: 1,
  cancelled: 0,
  importedAt: null,
  consent: null,
  lastOrderAt: '2026-11-20T10:00:00.000Z',
}
const tee = {
  ...sampleProduct,
  sizeStock: [
    { size: 'M', stock: 5 },
    { size: 'L', stock: 0 },
    { size: 'XL', stock: 1 },
  ],
  sizes: ['M', 'L', 'XL'],
}

/** Shows the form. Returns the calls that it sends and the orders that are placed. */
async function openForm(answers: Parameters<typeof fakeApi>[0] = {}, checkoutScript: string | null = '/checkout.js') {
  const received = fakeApi({
    'GET /products/admin': () => ({ products: [tee], total: 1, page: 1, totalPages: 1 }),
    'GET /products/:id': () => tee,
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru' }),
    'GET /customers': () => ({ customers: [customer], total: 1, page: 1, totalPages: 1 }),
    'GET /customers/:id': () => ({ customer, addresses: [address], orders: [] }),
    'GET /users/getUsers': () => ({ users: [], total: 0 }),
    'POST /order/admin': () => ({ message: 'Placed', order: { number: '7K3M-9QXT' } }),
    ...answers,
  })
  const placed: AdminOrderDetail[] = []
  const config = { storeName: 'Loom & Lane', checkoutScript, policies: policy }
  const form = <NewOrderForm customer={undefined} onPlaced={(order) => placed.push(order)} />
  const routes = [
    { id: 'root', path: '/', loader: () => config, element: form },
    { path: '/AdminDashboardWrapper/order-drafts', element: null },
  ]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { root: config } } })
  await act(async () => void render(<RouterProvider router={router} />))
  return { placed, sent: () => received.filter(({ route }) => route === 'POST /order/admin') }
}

const search = async (label: string, text: string) => userEvent.type(screen.getByRole('searchbox', { name: label }), `${text}{Enter}`)
const addTee = async () => {
  await search('Search products', 'tee')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Tee, size M, 5 in stock' }))
}
const chooseMeera = async () => {
  await search('Name, phone or email', 'meera')
  await userEvent.click(await screen.findByRole('button', { name: /^Meera Rao/ }))
  await screen.findByText('The order appears in the account meera, user ccount-1.')
}
const placeButton = () => screen.getByRole('button', { name: 'Place the order' })

test('a known customer, a size in stock and a double click place one order', async () => {
  const { placed, sent } = await openForm()
  await chooseMeera()
  await addTee()
  expect(screen.getByRole('button', { name: 'Add Tee, size L, sold out' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity of Tee, size M' }))
  screen.getByText('₹1,598', { selector: 'dd' })
  await userEvent.dblClick(placeButton())
  expect(sent().map(({ body }) => body)).toEqual([
    {
      products: [{ product: 'tee', size: 'M', quantity: 2 }],
      totalPrice: 1_598,
      payment: 'on delivery',
      account: 'account-1',
      deliveryAddress: { ...address },
    },
  ])
  expect(placed.map(({ number }) => number)).toEqual(['7K3M-9QXT'])
})

test('a sold-out size and a lost answer keep what was typed, and a retry has the same key', async () => {
  const answers = [
    errorAnswer({ status: 409, code: 'sold_out', message: 'Tee (M) is sold out.' }),
    'offline',
    { order: { number: 'A' } },
  ] as const
  let count = 0
  const { placed, sent } = await openForm({
    'POST /order/admin': () => answers[count++] ?? 'offline',
    'GET /products/:id': () => ({ ...tee, sizeStock: [{ size: 'M', stock: 0 }] }),
  })
  await chooseMeera()
  await addTee()
  await userEvent.click(screen.getByRole('radio', { name: 'Payment link' }))
  await userEvent.click(placeButton())
  await screen.findByText('Tee (M) is sold out.', { selector: '[role=alert]' })
  within(screen.getByRole('list', { name: 'Items of the order' })).getByText('Tee (M) is sold out.')
  expect(screen.getByRole('textbox', { name: /^First name/ })).toHaveProperty('value', 'Meera')
  await userEvent.click(placeButton())
  await screen.findByText(/did not answer.*will not place it twice/)
  await userEvent.click(placeButton())
  expect(placed).toHaveLength(1)
  expect(sent().map(({ body }) => (body as { payment: string }).payment)).toEqual(['link', 'link', 'link'])
  expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('nothing is sent without items or with an incomplete address, and the fields say why', async () => {
  const { sent } = await openForm()
  await userEvent.click(placeButton())
  screen.getByText('Add a product.')
  screen.getByText('Phone must have 10 digits and start with 6, 7, 8 or 9.')
  await addTee()
  expect(screen.queryByText('Add a product.')).toBe(null)
  expect(sent()).toEqual([])
})

test('the phone of somebody new is entered in the address, and without card payment there is no link', async () => {
  await openForm({ 'GET /customers': () => ({ customers: [], total: 0, page: 1, totalPages: 0 }) }, null)
  await search('Name, phone or email', '+91 98765 43210')
  await screen.findByText('No earlier orders. Enter the address below.')
  expect(screen.getByRole('textbox', { name: /^Phone/ })).toHaveProperty('value', '9876543210')
  expect(screen.queryByRole('radio', { name: 'Payment link' })).toBe(null)
})

test('the phone of an earlier order is recognized in the address, and the earlier address is used on request', async () => {
  await openForm()
  await userEvent.type(screen.getByRole('textbox', { name: /^Phone/ }), '90000 00001')
  await screen.findByText(/^9000000001 has ordered before:/)
  await userEvent.click(screen.getByRole('button', { name: 'Use the earlier address' }))
  await screen.findByText('The order appears in the account meera, user ccount-1.')
  expect(screen.getByRole('textbox', { name: /^City/ })).toHaveProperty('value', 'Bengaluru')
  expect(screen.queryByText(/has ordered before/)).toBe(null)
})

test('a discount is in the sum at once, is sent with its reason, and keeps what was typed when it is refused', async () => {
  const refusal = errorAnswer({
    status: 400,
    message: 'Please check the marked fields.',
    fields: { 'discount.reason': 'Reason is required.' },
  })
  const answers = [refusal, { order: { number: 'A' } }]
  const { placed, sent } = await openForm({ 'POST /order/admin': () => answers.shift() ?? 'offline' })
  await chooseMeera()
  await addTee()
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: /^Discount/ }), '99')
  screen.getByText('₹700', { selector: 'dd' })
  await userEvent.click(placeButton())
  const reason = await screen.findByRole('textbox', { name: 'Reason' })
  expect([reason.getAttribute('aria-invalid'), document.activeElement === reason]).toEqual(['true', true])
  await userEvent.type(reason, 'Fair price')
  screen.getByText('Discount (Fair price)')
  await userEvent.click(placeButton())
  expect(sent()[1]?.body).toMatchObject({ totalPrice: 700, discount: { amount: '99', reason: 'Fair price' } })
  expect(placed).toHaveLength(1)
  expect(screen.getByRole('textbox', { name: /^Discount/ })).toHaveProperty('value', '')
})

test('a discount that cannot be read or is too large is left out of the sum', async () => {
  await openForm()
  await addTee()
  for (const typed of ['ninety', '799', '900']) {
    await userEvent.clear(screen.getByRole('textbox', { name: /^Discount/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /^Discount/ }), typed)
    screen.getByText('₹799', { selector: 'dd' })
  }
})

const saleFields = async (method: string) => {
  await userEvent.click(screen.getByRole('radio', { name: 'Paid already' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Paid by' }), method)
}

test('what was paid already is sent with its reference, and a refused day is marked', async () => {
  const fields = { 'manualPayment.day': 'This day is in the future.' }
  const answers = [errorAnswer({ status: 400, message: 'Please check the marked fields.', fields }), { order: { number: 'A' } }]
  const { placed, sent } = await openForm({ 'POST /order/admin': () => answers.shift() ?? 'offline' })
  await chooseMeera()
  await addTee()
  await saleFields('UPI')
  await userEvent.type(screen.getByRole('textbox', { name: /^Reference/ }), 'UTR 4711')
  await userEvent.click(placeButton())
  const day = await screen.findByLabelText(/^Day of the payment/)
  expect([day.getAttribute('aria-invalid'), document.activeElement === day]).toEqual(['true', true])
  await userEvent.click(placeButton())
  expect(sent()[1]?.body).toMatchObject({ payment: 'paid', manualPayment: { method: 'upi', reference: 'UTR 4711' } })
  expect(placed).toHaveLength(1)
})

test('items that are taken away need no address and have no charges, and the next order begins the same way', async () => {
  const { placed, sent } = await openForm()
  await addTee()
  await userEvent.click(screen.getByRole('checkbox', { name: /^The customer takes the items away/ }))
  expect(screen.queryByRole('textbox', { name: /^PIN code/ })).toBeNull()
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ravi')
  await userEvent.click(placeButton())
  const body = sent()[0]?.body
  expect(body).toMatchObject({ payment: 'paid', isTakenAway: true, totalPrice: 799, buyer: { name: 'Ravi', phone: '' } })
  expect(body).not.toHaveProperty('deliveryAddress')
  expect(placed).toHaveLength(1)
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', '')
  expect(screen.getByRole('checkbox', { name: /^The customer takes/ })).toHaveProperty('checked', true)
})

test('what is typed is saved as a draft, also without an address, and the form is empty after that', async () => {
  const received: unknown[] = []
  await openForm({
    'POST /order/drafts': ({ body }) => {
      received.push(body)
      return { message: 'The draft is saved.', draft: { _id: 'draft-1', version: 1 } }
    },
  })
  expect(screen.getByRole('button', { name: 'Save as a draft' })).toHaveProperty('disabled', true)
  await addTee()
  await userEvent.type(screen.getByRole('textbox', { name: /^Phone/ }), '98')
  await userEvent.click(screen.getByRole('button', { name: 'Save as a draft' }))
  expect(received).toMatchObject([{ contents: { products: [{ product: 'tee', size: 'M', quantity: 1 }], address: { phone: '98' } } }])
  expect(sessionStorage.getItem('draft::new order items')).toBe('[]')
})
