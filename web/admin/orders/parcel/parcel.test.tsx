import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ParcelKnowledge } from '#contract/orders/parcels.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import Parcel, { clientLoader } from './parcel.tsx'

const parcel: ParcelKnowledge = {
  ...{ reference: 'AAAA-0001-B1', orderId: 'o1', number: 'AAAA-0001', orderStatus: 'Shipped', bookingState: 'booked' },
  ...{ courierName: 'Delhivery Surface', trackingNumber: 'FWD1', state: 'failed', stateAt: '2026-11-28T10:00:00.000Z' },
  ...{ attempts: 2, reason: 'Door locked', expectedOn: '2026-11-30', problem: 'Shiprocket says code 99, which the shop does not know.' },
  ...{ code: '21', answer: { order: { awb: 'FWD1' } }, answeredAt: '2026-11-28T10:05:00.000Z', lookProblem: '', nextLookAt: null },
  scans: [{ at: '2026-11-28T10:00:00.000Z', text: '<b>Door locked</b>', place: 'Jaipur', state: null }],
  messages: [{ receivedAt: '2026-11-28T10:01:00.000Z', body: { awb: 'FWD1' } }],
}

function show() {
  const Stub = createRoutesStub([
    // The types of the route are those of its own path.
    { path: '/AdminDashboardWrapper/parcel/:reference', Component: Parcel as never, loader: clientLoader as never },
  ])
  return render(<Stub initialEntries={['/AdminDashboardWrapper/parcel/AAAA-0001-B1']} />)
}

test('the page of a parcel has its state, its problem, its scans as text and what the courier sent', async () => {
  fakeApi({ 'GET /order/admin/parcels/:reference': () => parcel })
  const { container } = show()
  await screen.findByRole('heading', { name: 'Parcel AAAA-0001-B1' })
  expect(container.textContent).toMatch(
    /code 99.*Could not be delivered, since.*Delhivery Surface FWD1.*2: Door locked.*When the courier sends a message/,
  )
  expect(screen.getByText('<b>Door locked</b>')).toBeDefined()
  expect(screen.getByRole('link', { name: 'AAAA-0001' }).getAttribute('href')).toBe('/AdminDashboardWrapper/OrderDetail?open=o1')
})

test('“Look now” says what the courier answered, or why it was not asked', async () => {
  let answers = 0
  fakeApi({
    'GET /order/admin/parcels/:reference': () => parcel,
    'POST /order/admin/parcels/:reference/look': () => {
      answers += 1
      if (answers === 1) return { message: 'Shiprocket was asked', parcel }
      return errorAnswer({ status: 409, code: 'courier_not_connected', message: 'No account of a courier is connected.' })
    },
  })
  show()
  const button = await screen.findByRole('button', { name: 'Look now' })
  await userEvent.click(button)
  await screen.findByText('Shiprocket was asked')
  await userEvent.click(await screen.findByRole('button', { name: 'Look now' }))
  await screen.findByText('No account of a courier is connected.')
})
