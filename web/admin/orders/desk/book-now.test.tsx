import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CourierBooking } from '#contract/orders/courier-bookings.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { BookParcels } from './book-parcels.tsx'

const requested: CourierBooking = {
  ...{ number: 'AAAA-0001', reference: 'AAAA-0001-B1', state: 'requested', problem: null, cancelProblem: null },
  ...{ courierName: null, trackingNumber: null, toCollect: 499, weightGrams: 300 },
  ...{ requestedAt: '2026-11-28T10:00:00.000Z', requestedBy: 'Asha', canBook: false, canCancel: true },
}
const booked: CourierBooking = { ...requested, state: 'booked', courierName: 'Delhivery Surface', trackingNumber: 'FWD1' }
const numbers = ['AAAA-0001', 'AAAA-0002']
const show = () => render(<BookParcels numbers={numbers} onClose={() => {}} />)
const rows = () => screen.getAllByRole('row').slice(1)

test('books at the courier of the shop first, says what cannot be booked, and shows each number when it is there', async () => {
  let bookings: CourierBooking[] = []
  const calls = fakeApi({
    'POST /order/admin/courier-bookings/read': () => ({ courier: 'Shiprocket', bookings }),
    'POST /order/admin/courier-bookings': () => {
      const reply = {
        message: '1 parcel is being booked',
        leftOut: [{ number: 'AAAA-0002', reason: 'It is not packed yet.' }],
        bookings: [requested],
      }
      bookings = [booked]
      return reply
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Book now' }))
  expect(screen.getByRole('combobox', { name: 'Courier' })).toHaveProperty('value', 'now')
  expect(calls.at(-1)?.body).toEqual({ numbers })
  expect(screen.getByRole('region', { name: 'Left out' }).textContent).toContain('AAAA-0002: It is not packed yet.')
  expect(rows()[0]?.textContent).toContain('Being booked')
  // The next poll.
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText(/FWD1/)).toBeDefined()
  expect(rows()[0]?.textContent).toContain('Delhivery Surface')
  expect(screen.getByText('1 of 1 booked')).toBeDefined()
  expect(screen.queryByText('1 parcel is being booked')).toBeNull()
})

test('shows bookings that were made before it was opened', async () => {
  const refused = { ...requested, state: 'rejected' as const, problem: 'No courier serves this PIN code.' }
  fakeApi({ 'POST /order/admin/courier-bookings/read': () => ({ courier: 'Shiprocket', bookings: [refused] }) })
  show()
  expect(within(await screen.findByRole('table')).getByText('No courier serves this PIN code.')).toBeDefined()
})

test('says at the courier what the settings lack', async () => {
  fakeApi({
    'POST /order/admin/courier-bookings/read': () => ({ courier: 'Shiprocket', bookings: [] }),
    'POST /order/admin/courier-bookings': () => errorAnswer({ status: 400, fields: { courier: 'Enter the pickup location.' } }),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Book now' }))
  expect(await screen.findByText('Enter the pickup location.')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Courier' }), 'India Post')
  expect(screen.queryByText('Enter the pickup location.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save the file' })).toBeDefined()
})

test.each([
  ['no courier is connected', () => ({ courier: null, bookings: [] })],
  ['the server does not answer', () => 'offline' as const],
])('offers only files when %s', async (_why, read) => {
  fakeApi({ 'POST /order/admin/courier-bookings/read': read })
  show()
  expect(await screen.findByRole('button', { name: 'Save the file' })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Shiprocket, now' })).toBeNull()
})
