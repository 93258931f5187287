import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import Cart from '../cart/cart.tsx'
import HomeCart from '../cart/homecart.tsx'
import { addToGuestCart } from '../cart/state/guest-cart.ts'
import { rememberPinCode } from '../orders/shared/use-pin-answer.ts'
import Cod from './cod.tsx'
import OrderNow from './order-now.tsx'
import { CardForm } from './payment/card-form.tsx'

const { config } = vi.hoisted(() => ({ config: { checkoutScript: '/checkout.js' as string | null, offersCod: true } }))
vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ ...config, policies: policy }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const notOffered = 'Cash on delivery is not possible for this order. Please pay online.'
const notDelivered = 'We do not deliver to this PIN code yet. Please use another delivery address.'

const area = { state: 'Karnataka', district: 'Bengaluru' }
const answers: Record<string, object> = {
  560001: { ...area, deliver: true, cod: 'yes' },
  560002: { ...area, deliver: true, cod: 'no' },
  560003: { ...area, deliver: false, cod: 'no' },
  560004: { ...area, deliver: true, cod: 'yes', codMin: 800 },
  560005: { ...area, deliver: true, cod: 'advance', advance: 100 },
}
const pins = { 'GET /pins/:pin': ({ path }: { path: string }) => answers[path.slice(-6)] ?? 'offline' } as const

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** What a screen reader reads with a button. */
const describedBy = (name: string) => document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

const fields = {
  'First name': 'Asha',
  'Last name (optional)': 'Rao',
  Phone: '9876543210',
  Email: 'asha@example.com',
  Address: '12 Lake Road',
  'PIN code': '560001',
  City: 'Bengaluru',
}

/** Fills all fields at once: what each key does is tested with the PIN code of order-now.test.tsx. */
function fillForm() {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

describe('the order form of guests', () => {
  async function openForm(calls: Parameters<typeof fakeApi>[0] = {}) {
    fakeApi({ ...pins, ...calls })
    const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
    render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart: [{ ...sampleProduct, qty: 1, size: 'M' }] } }]} />)
    const user = userEvent.setup()
    const setPin = (value: string) => fireEvent.change(screen.getByLabelText('PIN code'), { target: { value } })
    return { user, setPin }
  }

  test.each(['560002', '560004'])('says at %s that cash is not taken, and offers to pay online', async (pin) => {
    const { setPin } = await openForm()
    setPin(pin)
    await waitFor(() => expect(describedBy('Place Order')).toBe(notOffered))
    expect(button('Place Order').disabled).toBe(true)
    expect(button('Pay online: UPI, card, net banking').disabled).toBe(false)
    setPin('560001')
    await waitFor(() => expect(button('Place Order').disabled).toBe(false))
    expect(screen.queryByText(notOffered)).toBeNull()
  })

  test('says where nothing is delivered, names no day, and takes no payment', async () => {
    const { setPin } = await openForm()
    expect(screen.getByText('Estimated delivery')).toBeTruthy()
    setPin('560003')
    await waitFor(() => expect(describedBy('Place Order')).toBe(notDelivered))
    expect(screen.getByText('We do not deliver to this PIN code yet.')).toBeTruthy()
    expect(screen.queryByText('Estimated delivery')).toBeNull()
    expect(screen.queryByText(/pay the courier/)).toBeNull()
    expect([button('Place Order').disabled, button('Pay online: UPI, card, net banking').disabled]).toEqual([true, true])
  })

  test('says when cash is not taken from this person, and keeps what was typed', async () => {
    const refused = () => errorAnswer({ status: 409, code: 'cod_not_offered', message: notOffered })
    const { user } = await openForm({ 'POST /guest/cashondelivery': refused })
    fillForm()
    await screen.findByDisplayValue('Karnataka')
    await user.click(button('Place Order'))
    expect(await screen.findByText(notOffered)).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(notOffered)
    expect(screen.queryByRole('link', { name: 'Go Back to Cart' })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe(fields.Phone)
  })

  test('promises no cash on delivery while it is off', async () => {
    config.offersCod = false
    await openForm()
    expect(describedBy('Place Order')).toBe(notOffered)
    expect(screen.queryByText(/pay the courier/)).toBeNull()
    config.offersCod = true
  })
})

const savedAddress = { ...area, firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru', phone: '9876543210' }
const lines = [{ product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }]
const loadAddress = (pinCode: string) => ({ lines, addresses: [], savedAddress: { ...savedAddress, email: 'asha@example.com', pinCode } })

const CardFormOfFarAway = () => <CardForm checkout={loadAddress('560003') as never} quotedTotal={undefined} scriptSrc="/checkout.js" />

describe('the checkout of shoppers', () => {
  test('leads from cash on delivery to the online payment', async () => {
    fakeApi(pins)
    const Stub = createRoutesStub([{ path: '/', Component: Cod as never, loader: () => loadAddress('560002') }])
    render(<Stub />)
    expect(await screen.findByText(notOffered)).toBeTruthy()
    expect(button('Place Order').disabled).toBe(true)
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Pay online' }).pathname).toBe('/UserDashboard/Order')
  })

  test('takes no online payment where nothing is delivered', async () => {
    fakeApi(pins)
    const Stub = createRoutesStub([{ path: '/', Component: CardFormOfFarAway }])
    render(<Stub />)
    await waitFor(() => expect(describedBy('Pay ₹799')).toBe(notDelivered))
    expect(button('Pay ₹799').disabled).toBe(true)
  })
})

describe('the cart', () => {
  const openGuestCart = async (pin: string) => {
    fakeApi({ ...pins, 'GET /products/:id': () => sampleProduct })
    addToGuestCart({ product: sampleProduct, size: 'M' })
    rememberPinCode(pin)
    const Stub = createRoutesStub([{ path: '/', Component: HomeCart as never }])
    render(<Stub />)
  }

  test.each([
    ['560002', 'To 560002, cash on delivery is not possible for this order. Please pay online.'],
    ['560003', 'We do not deliver to 560003 yet. You can give another address in the next step.'],
    ['560005', 'To 560005, cash on delivery needs ₹100 in advance, paid online.'],
  ])('of a guest who has checked %s: %s', async (pin, text) => {
    await openGuestCart(pin)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('Estimated delivery') === null).toBe(pin === '560003')
  })

  const openDialog = async (pinCode: string) => {
    fakeApi({ ...pins, 'GET /cart': () => ({ cart: lines, deliveryAddress: null }) })
    const Stub = createRoutesStub([{ path: '/', Component: Cart as never, loader: () => ({ lines, error: undefined, pinCode }) }])
    render(<Stub />)
    await userEvent.click(await screen.findByRole('button', { name: 'Checkout' }))
    return within(await screen.findByRole('dialog', { name: 'Select Payment Method' }))
  }

  test('of a shopper says it in the dialog, too, whose buttons stay', async () => {
    const dialog = await openDialog('560002')
    expect(await dialog.findByText(/^To 560002, cash on delivery is not possible/)).toBeTruthy()
    const names = dialog.getAllByRole<HTMLButtonElement>('button')
    expect(names.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Prepaid', false],
      ['Cash on Delivery', false],
      ['Cancel', false],
    ])
  })

  const prepaid = 'Prepaid: pay now by UPI or card.'
  test.each([
    ['560001', `${prepaid} Cash on Delivery: pay the courier.`],
    ['560002', prepaid],
    ['560003', prepaid],
    ['560005', `${prepaid} Cash on Delivery: pay ₹100 now, ₹699 to the courier.`],
  ])('of a shopper at %s explains the payment methods of the dialog: %s', async (pinCode, text) => {
    const dialog = await openDialog(pinCode)
    expect(await dialog.findByText(text)).toBeTruthy()
  })

  test('of a shopper names no cash on delivery while it is off', async () => {
    config.offersCod = false
    expect((await openDialog('')).getByText(prepaid)).toBeTruthy()
    config.offersCod = true
  })
})
