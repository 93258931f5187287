import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { PlacedOrderPanel } from './placed-order-panel.tsx'
import { rememberPlacedOrder } from './placed-orders.ts'

test('a browser whose storage is full shows the order until the page is left', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  rememberPlacedOrder({
    order: { number: '7K3M-9QXT', createdAt: new Date().toISOString(), products: [], totalPrice: 799 },
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
  render(<PlacedOrderPanel />, { wrapper: MemoryRouter })
  expect(screen.getByRole('region', { name: 'Order 7K3M-9QXT placed' }).textContent).toContain('12 Lake Road')
  setItem.mockRestore()
})
