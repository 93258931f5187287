import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveFile } from '../../../api/save-file.ts'
import { usePinPrompt } from '../../../session/pin-prompt.ts'
import { ExportOrders } from './export-orders.tsx'

vi.mock('../../../api/save-file.ts', () => ({ saveFile: vi.fn() }))

async function openDialog() {
  render(<ExportOrders filter={{ status: 'Placed' }} total={12} />)
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
}

test('the file of the filter is saved after the PIN was entered', async () => {
  let hasStepUp = false
  const calls = fakeApi({
    'GET /order/admin/export': () =>
      hasStepUp ? new Response('Order,…') : errorAnswer({ status: 403, code: 'reauthentication_required' }),
  })
  await openDialog()
  expect(screen.getByText(/^All 12 orders of this list with names/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'A row for each order' }))
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(usePinPrompt.getState().resolve).toBeDefined())
  hasStepUp = true
  usePinPrompt.getState().resolve?.(true)
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const [{ name, blob } = { name: '', blob: new Blob() }] = vi.mocked(saveFile).mock.lastCall ?? []
  expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  expect(await blob.text()).toBe('Order,…')
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/order/admin/export?status=Placed&rows=orders'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failure is named and nothing is saved', async () => {
  vi.mocked(saveFile).mockClear()
  fakeApi({ 'GET /order/admin/export': () => errorAnswer({ status: 429, message: 'Too many requests.' }) })
  await openDialog()
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect((await screen.findByRole('status')).textContent).toBe('Too many requests.')
  expect(saveFile).not.toHaveBeenCalled()
})

test('an empty list cannot be exported', () => {
  render(<ExportOrders filter={{}} total={0} />)
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true)
})
