import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveFile } from '../../../api/save-file.ts'
import { BookParcels } from './book-parcels.tsx'

vi.mock('../../../api/save-file.ts', () => ({ saveFile: vi.fn() }))
beforeEach(() => vi.mocked(saveFile).mockClear())

const parcel = { weightGrams: 300, volumetricGrams: 493, toCollect: 499, notes: [] }
const reply = {
  fileName: 'bookings-india-post-2026-11-28.csv',
  csv: 'SERIAL NUMBER',
  parcels: [
    { ...parcel, number: 'AAAA-0001' },
    { ...parcel, number: 'AAAA-0002', toCollect: 0, notes: ['The address is too long for this courier. Left out: Andheri East'] },
  ],
  leftOut: [{ number: 'AAAA-0003', reason: 'It is not confirmed yet.' }],
}

const noCourier = { 'POST /order/admin/courier-bookings/read': () => ({ courier: null, bookings: [] }) } as const

async function save(courier: string) {
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Courier' }), courier)
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
}

test('saves the file, shows parcels with notes first, and remembers the courier', async () => {
  const calls = fakeApi({ ...noCourier, 'POST /order/admin/booking-file': () => reply })
  const { unmount } = render(<BookParcels numbers={['AAAA-0001', 'AAAA-0002', 'AAAA-0003']} onClose={() => undefined} />)
  await save('India Post')
  expect(await screen.findByText(/^The file is saved/)).toBeDefined()
  expect(saveFile).toHaveBeenCalledExactlyOnceWith({ name: reply.fileName, blob: expect.any(Blob) })
  expect(calls.find(({ route }) => route.endsWith('booking-file'))?.body).toEqual({
    numbers: ['AAAA-0001', 'AAAA-0002', 'AAAA-0003'],
    format: 'india-post',
  })
  const [, first, second] = screen.getAllByRole('row')
  expect(within(first as HTMLElement).getByText(/Andheri East/)).toBeDefined()
  expect(second?.textContent).toContain('₹499')
  expect(screen.getByRole('region', { name: 'Left out' }).textContent).toContain('AAAA-0003: It is not confirmed yet.')
  unmount()
  render(<BookParcels numbers={['AAAA-0001']} onClose={() => undefined} />)
  expect(screen.getByRole('combobox', { name: 'Courier' })).toHaveProperty('value', 'india-post')
})

test('says at the courier what is missing, and saves nothing', async () => {
  fakeApi({
    ...noCourier,
    'POST /order/admin/booking-file': () =>
      errorAnswer({ status: 400, message: 'Please check the marked fields.', fields: { format: 'Enter the columns.' } }),
  })
  render(<BookParcels numbers={['AAAA-0001']} onClose={() => undefined} />)
  await save('Columns of my own')
  expect(await screen.findByText('Enter the columns.')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Courier' }), 'Delhivery One')
  expect(screen.queryByText('Enter the columns.')).toBeNull()
  expect(saveFile).not.toHaveBeenCalled()
})

test('saves no file without a parcel', async () => {
  fakeApi({ ...noCourier, 'POST /order/admin/booking-file': () => ({ ...reply, csv: '', parcels: [] }) })
  render(<BookParcels numbers={['AAAA-0003']} onClose={() => undefined} />)
  await save('Shiprocket')
  expect(await screen.findByText('None of these orders can be booked.')).toBeDefined()
  expect(saveFile).not.toHaveBeenCalled()
})
