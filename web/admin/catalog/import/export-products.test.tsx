import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveFile } from '../../../api/save-file.ts'
import { usePinPrompt } from '../../../session/pin-prompt.ts'
import { ExportProducts } from './export-products.tsx'

vi.mock('../../../api/save-file.ts', () => ({ saveFile: vi.fn() }))

test('the file of all products is saved after the PIN was entered', async () => {
  let hasStepUp = false
  fakeApi({
    'GET /products/export': () => (hasStepUp ? new Response('Handle,…') : errorAnswer({ status: 403, code: 'reauthentication_required' })),
  })
  render(<ExportProducts />)
  await userEvent.click(screen.getByRole('button', { name: 'Export all products' }))
  await waitFor(() => expect(usePinPrompt.getState().resolve).toBeDefined())
  expect(saveFile).not.toHaveBeenCalled()
  hasStepUp = true
  usePinPrompt.getState().resolve?.(true)
  expect((await screen.findByText('The file is saved.')).getAttribute('role')).toBe('status')
  const [{ name, blob } = { name: '', blob: new Blob() }] = vi.mocked(saveFile).mock.lastCall ?? []
  expect(name).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  expect(await blob.text()).toBe('Handle,…')
})
