import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveFile } from '../../../api/save-file.ts'
import { CourierFiles } from './courier-files.tsx'

vi.mock('../../../api/save-file.ts', () => ({ saveFile: vi.fn() }))
beforeEach(() => void vi.mocked(saveFile).mockClear())

const orders = [
  { number: 'AAAA-0001', isBooked: true },
  { number: 'AAAA-0002' },
  { number: 'AAAA-0003', isBooked: true },
] as unknown as PrintedOrder[]

const leftOut = [{ number: 'AAAA-0003', reason: 'Shiprocket has no label for it.' }]

test('the labels of the booked parcels are saved, those left out are named, and invoices are issued', async () => {
  const calls = fakeApi({
    'POST /order/admin/courier-labels': () => ({ leftOut, printed: ['AAAA-0001'], pdf: btoa('%PDF-1.4') }),
    'POST /order/admin/print': () => ({ orders: [], missing: [] }),
  })
  render(<CourierFiles orders={orders} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save the courier’s labels' }))
  expect(await screen.findByText('1 parcel is in the file courier-labels.pdf.')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Not in the file' }).textContent).toBe('AAAA-0003: Shiprocket has no label for it.')
  const [{ name, blob } = { name: '', blob: new Blob() }] = vi.mocked(saveFile).mock.lastCall ?? []
  expect([name, blob.type, await blob.text()]).toEqual(['courier-labels.pdf', 'application/pdf', '%PDF-1.4'])
  expect(calls.map(({ body }) => body)).toEqual([{ numbers: ['AAAA-0001', 'AAAA-0003'] }, { numbers: ['AAAA-0001'], issueInvoices: true }])
})

test('without a file nothing is saved, and the reasons are shown', async () => {
  fakeApi({ 'POST /order/admin/courier-manifest': () => ({ leftOut, printed: [], pdf: null }) })
  render(<CourierFiles orders={orders} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save the manifest' }))
  expect(await screen.findByText('None of them can be printed.')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Not in the file' }).textContent).toContain('AAAA-0003')
  expect(saveFile).not.toHaveBeenCalled()
})

test('what the courier says is shown', async () => {
  fakeApi({
    'POST /order/admin/courier-labels': () => errorAnswer({ status: 503, code: 'courier_failed', message: 'Shiprocket does not answer.' }),
  })
  render(<CourierFiles orders={orders} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save the courier’s labels' }))
  expect(await screen.findByText(/does not answer/)).toBeDefined()
})
