import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import Cart from '../cart/cart.tsx'
import Cod from './cod.tsx'
import Order from './order.tsx'
import OrderNow from './order-now.tsx'
import { CardForm } from './payment/card-form.tsx'

const { terms } = vi.hoisted(() => ({ terms: { refusedAdvance: 'refunded' as 'refunded' | 'kept' } }))
vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  const usePolicies = () => ({ ...policy, ...terms })
  return { usePolicies, useStoreConfig: () => ({ checkoutScript: 'data:text/javascript,', offersCod: true, policies: usePolicies() }) }
})
vi.mock('../layout/leave-checkout.ts', () => ({ isCheckoutDocument: () => true }))
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const area = { state: 'Karnataka', district: 'Bengaluru' }
const pins = { 'GET /pins/:pin': () => ({ ...area, deliver: true, cod: 'advance', advance: 100 }) }
const closed = () => errorAnswer({ status: 503, code: 'order_creation_failed', message: 'An error occurred while creating the order.' })

const rest = `₹${(sampleProduct.price - 100).toLocaleString('en-IN')}`
const advanceName = `Pay ₹100 now, ${rest} to the courier`
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

const fields = {
  'First name': 'Asha',
  'Last name (optional)': 'Rao',
  Phone: '9876543210',
  Email: 'asha@example.com',
  Address: '12 Lake Road',
  'PIN code': '560005',
  City: 'Bengaluru',
}

/** Fills all fields at once: what each key does is tested with the PIN code of order-now.test.tsx. */
function fillForm() {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const savedAddress = {
  ...{ ...area, firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru' },
  ...{ phone: '9876543210', email: 'asha@example.com', pinCode: '560005' },
}
const lines = [{ product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }]
const checkout = { lines, addresses: [], savedAddress, cartLink: { to: '/cart', label: 'Go Back to Cart' } }
const CardCheckout = () => <CardForm checkout={checkout as never} quotedTotal={undefined} scriptSrc="data:text/javascript," />
const OrderPage = () => <p>Order page</p>

test.each(['refunded', 'kept'] as const)(
  'a guest pays an advance that is %s after a refusal, as the form says before',
  async (refusedAdvance) => {
    terms.refusedAdvance = refusedAdvance
    const received = fakeApi({ ...pins, 'POST /guest/create-order': closed })
    const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
    render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
    const user = userEvent.setup()
    fillForm()
    const pay = await screen.findByRole('button', { name: advanceName })
    const hint = document.getElementById(pay.getAttribute('aria-describedby') ?? '')?.textContent
    expect(hint).toMatch(refusedAdvance === 'kept' ? /If you refuse the parcel, we keep it\.$/ : /, and if you refuse the parcel\.$/)
    screen.getByText(`Cash on delivery: pay ₹100 now, ${rest} to the courier when your order arrives.`)
    expect(button('Place Order').disabled).toBe(true)
    expect(button('Pay online: UPI, card, net banking').disabled).toBe(false)
    await screen.findByDisplayValue('Karnataka')
    await user.dblClick(pay)
    await screen.findByText('An error occurred while creating the order.')
    const opened = received.filter(({ path }) => path.endsWith('/guest/create-order'))
    expect(opened).toMatchObject([{ body: { payment: 'advance', advance: 100, totalPrice: sampleProduct.price } }])
    await waitFor(() => expect(document.activeElement).toBe(pay))
    terms.refusedAdvance = 'refunded'
  },
)

const codYes = { 'GET /pins/:pin': () => ({ ...area, deliver: true, cod: 'yes' }) }
const needsAdvance = () => errorAnswer({ status: 409, code: 'cod_not_offered', message: 'Not possible.', advance: 100 })
const openGuestForm = async () => {
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
  const user = userEvent.setup()
  fillForm()
  await screen.findByDisplayValue('Karnataka')
  return user
}

test('a guest who needs an advance is offered it after the refusal, with the address as it was typed', async () => {
  const received = fakeApi({ ...codYes, 'POST /guest/cashondelivery': needsAdvance, 'POST /guest/create-order': closed })
  const user = await openGuestForm()
  await user.click(button('Place Order'))
  const pay = await screen.findByRole('button', { name: advanceName })
  await waitFor(() => expect(document.activeElement).toBe(pay))
  expect(screen.getByText('Cash on delivery of this order needs ₹100 in advance.')).toBeTruthy()
  expect(screen.queryByText('Not possible.')).toBeNull()
  expect(button('Place Order').disabled).toBe(true)
  await user.click(pay)
  await screen.findByText('An error occurred while creating the order.')
  const opened = received.filter(({ path }) => path.endsWith('/guest/create-order'))
  expect(opened).toMatchObject([{ body: { payment: 'advance', advance: 100, deliveryAddress: { phone: fields.Phone } } }])
  // Another phone may need none.
  await user.type(screen.getByLabelText('Phone'), '{Backspace}1')
  expect(screen.queryByRole('button', { name: advanceName })).toBeNull()
  expect(button('Place Order').disabled).toBe(false)
})

test('a guest whose advance is larger than that of the PIN code is offered the larger one', async () => {
  const change = { status: 409, code: 'advance_changed', message: 'What you pay now has changed.', advance: 150 }
  fakeApi({ ...pins, 'POST /guest/create-order': () => errorAnswer(change) })
  const user = await openGuestForm()
  await user.click(await screen.findByRole('button', { name: advanceName }))
  await screen.findByText('What you pay now has changed.')
  const larger = screen.getByRole('button', { name: 'Pay ₹150 now, ₹649 to the courier' })
  await waitFor(() => expect(document.activeElement).toBe(larger))
  expect(screen.queryByRole('link', { name: 'Go Back to Cart' })).toBeNull()
})

test('a shopper who needs an advance goes on to it with one click after the refusal', async () => {
  fakeApi({ ...codYes, 'POST /cod/cashondelivery': needsAdvance })
  const Stub = createRoutesStub([
    { path: '/', Component: Cod as never, loader: () => checkout },
    { path: '/UserDashboard/Order', Component: Order as never, loader: () => checkout },
  ])
  render(<Stub />)
  const user = userEvent.setup()
  await user.clear(await screen.findByLabelText('Address'))
  await user.type(screen.getByLabelText('Address'), '14 Lake Road')
  await user.click(button('Place Order'))
  const link = await screen.findByRole('link', { name: advanceName })
  await waitFor(() => expect(document.activeElement).toBe(link))
  await user.click(link)
  await screen.findByRole('button', { name: advanceName })
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('14 Lake Road')
})

test('a shopper is led from cash on delivery to the advance', async () => {
  fakeApi(pins)
  const Stub = createRoutesStub([{ path: '/', Component: Cod as never, loader: () => checkout }])
  render(<Stub />)
  expect((await screen.findByRole<HTMLAnchorElement>('link', { name: advanceName })).pathname).toBe('/UserDashboard/Order')
  screen.getByText(`Cash on delivery: pay ₹100 now, ${rest} to the courier when your order arrives.`)
  screen.getByText('Cash on delivery of this order needs ₹100 in advance.')
})

test('a shopper pays the advance beside the whole amount', async () => {
  Object.assign(window, { Razorpay: class {} })
  const received = fakeApi({ ...pins, 'POST /cart/': () => ({ message: '' }), 'POST /order/create-order': closed })
  const Stub = createRoutesStub([{ path: '/', Component: CardCheckout }])
  render(<Stub />)
  await userEvent.click(await screen.findByRole('button', { name: advanceName }))
  const isOpened = () => received.filter(({ path }) => path.endsWith('/order/create-order'))
  await waitFor(() => {
    document.querySelector('script[src^="data:"]')?.dispatchEvent(new Event('load'))
    expect(isOpened()).toMatchObject([{ body: { payment: 'advance', advance: 100, amount: sampleProduct.price } }])
  })
})

test('the dialog of the cart has the advance as a button above the others', async () => {
  fakeApi(pins)
  const Stub = createRoutesStub([
    { path: '/', Component: Cart as never, loader: () => ({ lines, error: undefined, pinCode: '560005' }) },
    { path: '/UserDashboard/Order', Component: OrderPage },
  ])
  render(<Stub />)
  await userEvent.click(await screen.findByRole('button', { name: 'Checkout' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select Payment Method' }))
  await dialog.findByRole('button', { name: advanceName })
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    advanceName,
    'Prepaid',
    'Cash on Delivery',
    'Cancel',
  ])
  await userEvent.click(dialog.getByRole('button', { name: advanceName }))
  await screen.findByText('Order page')
})
