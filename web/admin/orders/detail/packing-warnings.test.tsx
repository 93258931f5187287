import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { packingWarningTexts } from '#contract/tax/invoice-problems.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { OrderDrawer } from './order-drawer.tsx'

vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ gstin: null }) }))

const order = {
  _id: 'id-1',
  orderStatus: 'Confirmed',
  paymentStatus: 'Pending',
  kind: 'guest',
  number: '7K3M-9QXT',
  totalPrice: 799,
  flags: [],
  transitions: ['Packed'],
  shipments: [],
  version: 3,
  amountPaid: 0,
  cashOndelivery: 799,
  addressLink: null,
  products: [],
  notes: [],
  events: [],
  deliveryAddress: { firstName: 'Asha', lastName: 'Rao', address: '', city: '', state: 'Kerala', pinCode: '', phone: '', email: '' },
}

const open = (change: object) => {
  const received = fakeApi({
    'GET /order/admin/:id': () => ({ ...order, ...change }),
    'GET /order/admin/:id/payment': () => ({ payment: null, cash: null }),
    'POST /order/admin/:id/document-name': () => ({ message: 'The name is saved', order }),
    'GET /order/admin/:id/related': () => ({ counts: { all: 0, open: 0, cancelled: 0, refused: 0 }, isCapped: false, orders: [] }),
    'GET /returns/of-person/:id': () => ({ person: { orders: 0, returns: 0, pieces: 0, worn: 0 }, returns: [] }),
  } as never)
  render(
    <MemoryRouter>
      <OrderDrawer id="id-1" onClose={() => {}} onChange={() => {}} />
    </MemoryRouter>,
  )
  return received
}

test('the drawer of an order says before it is packed that its sale is not allowed', async () => {
  open({ packingWarnings: ['other state'] })
  await screen.findByText(packingWarningTexts['other state'])
})

test('the name in Latin letters is asked for and saved', async () => {
  const user = userEvent.setup()
  const received = open({ packingWarnings: ['letters'] })
  await user.type(await screen.findByLabelText('Name in Latin letters needed for the invoice'), 'Mani Devi')
  await user.click(screen.getByRole('button', { name: 'Save the name', hidden: true }))
  await waitFor(() =>
    expect(received.filter(({ route }) => route.endsWith('document-name')).map(({ body }) => body)).toEqual([
      { name: 'Mani Devi', version: 3 },
    ]),
  )
})

test('the drawer of another order has no such sentence', async () => {
  open({})
  await screen.findByText('Mark as packed')
  expect(screen.queryByText(packingWarningTexts['other state'])).toBeNull()
})
