import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CheckoutFrame } from './checkout-frame.tsx'

test('the second step of the checkout is the current one', () => {
  render(<CheckoutFrame>The form</CheckoutFrame>)
  const steps = screen.getAllByRole('listitem').map((step) => [step.textContent, step.getAttribute('aria-current')])
  expect(steps).toEqual([
    ['1 Cart, done', null],
    ['2 Delivery and payment', 'step'],
    ['3 Order placed', null],
  ])
})
