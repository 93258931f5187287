import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { savePaymentOutcome } from '../../orders/shared/payment-outcome.ts'
import { PaymentResult } from './payment-result.tsx'

vi.mock('../../layout/store-config.ts', () => ({ useStoreConfig: () => ({ storePhone: '1', storeEmail: 'a@b.example' }) }))

const Result = () => (
  <PaymentResult title="Payment Cancelled" text="Cancelled" contactHref="/contact">
    Nothing was ordered.
  </PaymentResult>
)
const Stub = createRoutesStub([{ path: '/', Component: Result }])
const readHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a payment for one item is tried again for that item, and one for the cart for the cart', () => {
  savePaymentOutcome({ checkoutSearch: '?buy=p1&size=M&quantity=1' })
  const { unmount } = render(<Stub />)
  expect(readHref('Try again')).toBe('/UserDashboard/order?buy=p1&size=M&quantity=1')
  expect(readHref('Pay on delivery instead')).toBe('/UserDashboard/cod?buy=p1&size=M&quantity=1')
  unmount()
  savePaymentOutcome({ checkoutSearch: '' })
  render(<Stub />)
  expect(readHref('Try again')).toBe('/UserDashboard/order')
})
