import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { describeJustPlaced } from './just-placed.ts'
import { PlacedOrderPanel } from './placed-order-panel.tsx'
import { readPlacedOrders, rememberPlacedOrder } from './placed-orders.ts'

const number = '7K3M-9QXT'

const remember = (order: { number: string; createdAt?: string }) =>
  rememberPlacedOrder({
    order: { createdAt: new Date().toISOString(), products: [], totalPrice: 799, ...order },
    deliveryAddress: {
      firstName: 'Asha',
      lastName: 'Rao',
      address: '12 Lake Road',
      city: 'Bengaluru',
      state: 'Karnataka',
      pinCode: '560001',
      phone: '9876543210',
      email: 'asha@example.com',
    },
  })

/** Opens the front page: right after the order, or on a later visit. */
function openFrontPage(state?: object) {
  const Stub = createRoutesStub([{ path: '/buy', Component: PlacedOrderPanel }])
  render(<Stub initialEntries={[{ pathname: '/buy', state }]} />)
  return userEvent.setup()
}

const panel = () => screen.getByRole('region')

test('a browser whose storage is full shows the order until the page is left', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  remember({ number })
  openFrontPage(describeJustPlaced(number))
  expect(screen.getByRole('region', { name: `Order ${number} placed` }).textContent).toContain('12 Lake Road')
  expect(screen.queryByText('Earlier orders')).toBeNull()
  setItem.mockRestore()
})

test.each<[string, object | undefined, string]>([
  ['on a later visit', undefined, new Date().toISOString()],
  ['after another order', describeJustPlaced('another'), new Date().toISOString()],
  ['on a page that has been open for hours', describeJustPlaced(number), new Date(Date.now() - 2 * 3_600_000).toISOString()],
])('%s only the number is shown until the details are opened', async (_, state, createdAt) => {
  remember({ number, createdAt })
  const user = openFrontPage(state)
  expect(panel().textContent).toBe(`Order ${number}Track this orderShow details`)
  await user.click(screen.getByRole('button', { name: 'Show details' }))
  for (const text of ['Asha Rao', '12 Lake Road', '9876543210']) expect(panel().textContent).toContain(text)
})

test('orders are removed from the device only after a question that names them', async () => {
  remember({ number: 'EARLIER' })
  remember({ number })
  const user = openFrontPage(describeJustPlaced(number))
  await user.click(screen.getByRole('button', { name: 'Remove from this device' }))
  expect(screen.getByRole('alertdialog').textContent).toContain(`Orders ${number}, EARLIER will not be listed`)
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(readPlacedOrders()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Remove from this device' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(readPlacedOrders()).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})
