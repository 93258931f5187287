import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { DeliveryEstimate } from './delivery-estimate.tsx'

const user = userEvent.setup()

test('a PIN code gives the place and the days of delivery, also without an answer', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T06:00:00Z'))
  fakeApi({ 'GET /pins/:pin': ({ path }) => (path.endsWith('560001') ? { state: 'Karnataka', district: 'Bengaluru' } : 'offline') })
  render(<DeliveryEstimate />)
  const field = screen.getByLabelText('Delivery to your PIN code')
  await user.type(field, '5600{Enter}')
  expect(screen.getByRole('status').textContent).toBe('PIN code must have exactly 6 digits.')
  await user.clear(field)
  await user.type(field, '560 001{Enter}')
  expect(await screen.findByText('Free delivery to Bengaluru, Karnataka between Wed, 25 Nov and Fri, 27 Nov.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '110001{Enter}')
  expect(await screen.findByText('Free delivery to 110001 between Wed, 25 Nov and Fri, 27 Nov.')).toBeTruthy()
})
