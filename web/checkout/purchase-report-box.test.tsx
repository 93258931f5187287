import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, sampleProduct } from '../api/fake-api.ts'
import OrderNow from './order-now.tsx'

const { config } = vi.hoisted(() => ({ config: { offersCod: true, checkoutScript: null, purchaseReports: 'both' as string | undefined } }))
vi.mock('../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy, ...config }) }
})
vi.mock('../ui/toast.ts', () => ({ showToast: vi.fn() }))

const address = {
  'First name': 'Asha',
  Phone: '9876543210',
  Email: 'asha@example.com',
  Address: '12 Lake Road',
  'PIN code': '560001',
  City: 'Bengaluru',
}
const user = userEvent.setup()
beforeEach(() => {
  sessionStorage.clear()
  config.purchaseReports = 'both'
})

function open() {
  const calls = fakeApi({
    'GET /pins/:pin': () => ({ state: 'Karnataka', district: 'Bengaluru', deliver: true, cod: 'yes' }),
    'GET /products/:id': () => sampleProduct,
    'POST /guest/cashondelivery': () => 'offline',
  })
  const Stub = createRoutesStub([{ path: '/orderNow', Component: OrderNow }])
  const cart = [{ ...sampleProduct, qty: 1, size: 'M' }]
  const { unmount } = render(<Stub initialEntries={[{ pathname: '/orderNow', state: { cart } }]} />)
  return { calls, unmount }
}
const findBox = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Tell / })

async function order(calls: ReturnType<typeof open>['calls']) {
  for (const [label, text] of Object.entries(address)) {
    const field = screen.getByLabelText(new RegExp(`^${label}( \\(optional\\))?$`))
    await user.clear(field)
    await user.type(field, text)
  }
  await screen.findByDisplayValue('Karnataka')
  await user.click(screen.getByRole('button', { name: 'Place Order' }))
  await vi.waitFor(() => expect(calls.some(({ route }) => route === 'POST /guest/cashondelivery')).toBe(true))
  return calls.find(({ route }) => route === 'POST /guest/cashondelivery')?.body as { purchaseReport?: string }
}

test('the box names the companies, is not ticked, and an order without it says nothing', async () => {
  const { calls } = open()
  expect(findBox()?.checked).toBe(false)
  expect(screen.getByLabelText('Tell Meta (Facebook and Instagram) and Google about this purchase (optional)')).toBe(findBox())
  expect((await order(calls)).purchaseReport).toBeUndefined()
})

test('a ticked box is sent, and survives a reload until the order is placed', async () => {
  const first = open()
  await user.click(findBox() as HTMLElement)
  first.unmount()
  const { calls } = open()
  expect(findBox()?.checked).toBe(true)
  expect((await order(calls)).purchaseReport).toBe('both')
})

test('a tick for other companies does not count', () => {
  sessionStorage.setItem('draft::purchase report', '"google"')
  open()
  expect(findBox()?.checked).toBe(false)
})

test('a shop that reports nothing does not ask', async () => {
  config.purchaseReports = undefined
  sessionStorage.setItem('draft::purchase report', '"both"')
  const { calls } = open()
  expect(findBox()).toBeNull()
  await order(calls)
})
