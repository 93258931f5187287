import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { CourierBooking } from '#contract/orders/courier-bookings.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { CourierBookingSection } from './courier-booking.tsx'

const booked: CourierBooking = {
  ...{ number: 'AAAA-0001', reference: 'AAAA-0001-B1', state: 'booked', problem: null, cancelProblem: null },
  ...{ courierName: 'Delhivery Surface', trackingNumber: 'FWD1', toCollect: 499, weightGrams: 300 },
  ...{ requestedAt: '2026-11-28T10:00:00.000Z', requestedBy: 'Asha', canBook: false, canCancel: true },
}

function show(booking: CourierBooking | undefined) {
  const [onChange, onStale] = [vi.fn(), vi.fn()]
  const order = { _id: 'o1', number: 'AAAA-0001', booking } as AdminOrderDetail
  const { container } = render(<CourierBookingSection order={order} onChange={onChange} onStale={onStale} />, { wrapper: MemoryRouter })
  return { order, onChange, onStale, container }
}

test('an order without a booking shows nothing', () => {
  expect(show(undefined).container.textContent).toBe('')
})

test('a booking shows its state, reference and number, and is cancelled after a question', async () => {
  const calls = fakeApi({
    'POST /order/admin/:id/courier-booking/cancel': () => ({ message: 'The booking is being cancelled', order: { _id: 'changed' } }),
  })
  const { container, onChange } = show(booked)
  expect(container.textContent).toMatch(/Booked.*Delhivery Surface.*FWD1.*AAAA-0001-B1, ₹499 to collect.*Asha/)
  expect(screen.queryByRole('button', { name: 'Book again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the booking' }))
  expect(calls).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancel the booking' }).at(-1) as HTMLElement)
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/order/admin/o1/courier-booking/cancel', { reference: 'AAAA-0001-B1' }]])
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ _id: 'changed' })
})

const failed: CourierBooking = {
  ...booked,
  ...{ state: 'rejected', problem: 'No courier serves this PIN code.', trackingNumber: null, canBook: true, canCancel: false },
}

test('a failed booking says why, and is made again with one click', async () => {
  const calls = fakeApi({
    'POST /order/admin/courier-bookings': () => ({ message: '1 parcel is being booked', leftOut: [], bookings: [] }),
  })
  const { onStale } = show(failed)
  expect(screen.getByText('No courier serves this PIN code.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Book again' }))
  expect(await screen.findByText('1 parcel is being booked')).toBeDefined()
  expect(calls.map(({ body }) => body)).toEqual([{ numbers: ['AAAA-0001'] }])
  expect(onStale).toHaveBeenCalledOnce()
})

test.each([
  ['the order', () => ({ message: '', leftOut: [{ number: 'AAAA-0001', reason: 'It is not packed yet.' }], bookings: [] })],
  ['the settings', () => errorAnswer({ status: 400, fields: { courier: 'It is not packed yet.' } })],
])('a booking that %s do not allow says why', async (_what, answer) => {
  fakeApi({ 'POST /order/admin/courier-bookings': answer })
  const { onStale } = show(failed)
  await userEvent.click(screen.getByRole('button', { name: 'Book again' }))
  expect((await screen.findByText('It is not packed yet.')).className).toContain('text-bad')
  expect(onStale).not.toHaveBeenCalled()
})
