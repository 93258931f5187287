import { act, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import Print from './print.tsx'

vi.mock('../../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ name: 'Loom & Lane', phone: '' }) }))

const order: PrintedOrder = {
  ...{ _id: 'o1', number: 'AAAA-0001', version: 1, orderStatus: 'Packed', products: [], totalPrice: 499, toCollect: 0 },
  deliveryAddress: {
    ...{ firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka' },
    ...{ pinCode: '560001', phone: '9876543210', email: 'asha@example.com' },
  },
  createdAt: '2026-11-28T10:00:00.000Z',
}

async function show(orders: PrintedOrder[]) {
  const selected = orders.map(({ number, version }) => ({ number, version }))
  const loaderData = { query: { kind: 'labels', size: '4x6', orders: selected }, list: { orders, missing: [], totalPages: 1 } }
  const element = <Print {...({ loaderData } as unknown as ComponentProps<typeof Print>)} />
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />))
}

test('a label whose parcel was booked with other values is printed after a warning only', async () => {
  const bookingProblem = 'The parcel was booked with ₹499 to collect, now ₹0: book it again.'
  await show([
    { ...order, bookingProblem },
    { ...order, _id: 'o2', number: 'AAAA-0002' },
  ])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(`AAAA-0001: ${bookingProblem}`)
  expect(screen.queryByText(/^AAAA-0002: /)).toBeNull()
})

test('labels of parcels that are booked as they are have no warning', async () => {
  await show([order])
  expect(screen.queryByText(/^AAAA-0001: /)).toBeNull()
})
