import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { DeliveryEstimate } from './delivery-estimate.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})

const user = userEvent.setup()

test('a PIN code gives the place and the days of delivery, also without an answer; an unknown one gives none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T06:00:00Z') })
  fakeApi({
    'GET /pins/:pin': ({ path }) => {
      if (path.endsWith('999999')) return { state: '', district: '' }
      return path.endsWith('560001') ? { state: 'Karnataka', district: 'Bengaluru' } : 'offline'
    },
  })
  render(<DeliveryEstimate />)
  const field = screen.getByLabelText('Delivery to your PIN code')
  await user.type(field, '5600{Enter}')
  expect(screen.getByRole('status').textContent).toBe('PIN code must have exactly 6 digits.')
  await user.clear(field)
  await user.type(field, '560 001{Enter}')
  expect(await screen.findByText('Free delivery to Bengaluru, Karnataka, estimated between Wed, 25 Nov and Fri, 27 Nov.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '110001{Enter}')
  expect(await screen.findByText('Free delivery to 110001, estimated between Wed, 25 Nov and Fri, 27 Nov.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '999999{Enter}')
  expect(await screen.findByText('We do not know this PIN code. Please check it.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).not.toContain('delivery')
  vi.useRealTimers()
})
