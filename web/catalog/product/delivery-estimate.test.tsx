import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { DeliveryEstimate } from './delivery-estimate.tsx'

vi.mock('../../layout/store-config.ts', async () => {
  const { policy } = await import('#contract/kernel/limits/policy-numbers.ts')
  return { usePolicies: () => policy, useStoreConfig: () => ({ policies: policy }) }
})

const user = userEvent.setup()

test('a PIN code without cash on delivery, or where nothing is delivered, says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T06:00:00Z') })
  const answers: Record<string, object> = {
    560001: { state: 'Karnataka', district: 'Bengaluru', deliver: true, cod: 'no', from: 4, to: 5 },
    560002: { state: 'Karnataka', district: '', deliver: true, cod: 'advance', advance: 100 },
    744301: { state: 'Andaman and Nicobar Islands', district: 'Nicobar', deliver: false, cod: 'no' },
    999999: { state: '', district: '', deliver: false, cod: 'no' },
  }
  fakeApi({ 'GET /pins/:pin': ({ path }) => answers[path.slice(-6)] ?? 'offline' })
  render(<DeliveryEstimate product={{}} />)
  const check = async (pin: string) => {
    await user.clear(screen.getByLabelText('Delivery to your PIN code'))
    await user.type(screen.getByLabelText('Delivery to your PIN code'), `${pin}{Enter}`)
  }
  await check('560001')
  const noCash = 'Pay online: cash on delivery is not possible there.'
  const days = 'Free delivery to Bengaluru, Karnataka, estimated between Tue, 24 Nov and Wed, 25 Nov.'
  expect(await screen.findByText(`${days} ${noCash}`)).toBeTruthy()
  await check('560002')
  expect(await screen.findByText(/ Cash on delivery needs ₹100 in advance\.$/)).toBeTruthy()
  await check('744301')
  expect(await screen.findByText('We do not deliver to 744301, Nicobar, Andaman and Nicobar Islands, yet.')).toBeTruthy()
  await check('999999')
  expect(await screen.findByText('We do not deliver to 999999 yet.')).toBeTruthy()
  vi.useRealTimers()
})

test('a PIN code gives the place and the days of delivery, also without an answer; an unknown one gives none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T06:00:00Z') })
  fakeApi({
    'GET /pins/:pin': ({ path }) => {
      if (path.endsWith('999999')) return { state: '', district: '' }
      return path.endsWith('560001') ? { state: 'Karnataka', district: 'Bengaluru' } : 'offline'
    },
  })
  render(<DeliveryEstimate product={{}} />)
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
