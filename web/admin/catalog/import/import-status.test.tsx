import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ImportDetail } from '#contract/catalog-admin/product-import.ts'
import { buildImportDetail } from './build-import-detail.ts'
import { ImportStatus } from './import-status.tsx'

function renderStatus(detail: Partial<ImportDetail>) {
  const calls = { onRun: vi.fn(), onRetry: vi.fn(), onCheck: vi.fn(), onStop: vi.fn() }
  render(<ImportStatus detail={buildImportDetail(detail)} busy={false} isEdited={false} {...calls} />)
  return calls
}

test('the owner of a file that is being checked can stop the check', async () => {
  const { onStop } = renderStatus({ state: 'checking' })
  await userEvent.click(screen.getByRole('button', { name: 'Stop the check' }))
  expect(onStop).toHaveBeenCalledOnce()
})

test('a failed import says why, and its file can be checked again', async () => {
  const { onCheck } = renderStatus({ state: 'failed', error: 'This file could not be checked.' })
  expect(screen.getByRole('status').textContent).toBe('This file could not be checked.')
  await userEvent.click(screen.getByRole('button', { name: 'Check the file again' }))
  expect(onCheck).toHaveBeenCalledOnce()
})

test('the file of a failed import that is deleted cannot be checked again', () => {
  renderStatus({ state: 'failed', error: 'x', isDeleted: true })
  expect(screen.queryByRole('button')).toBeNull()
})

test('the products that will be sold out are counted above the button', () => {
  renderStatus({ soldOut: 856 })
  const count = screen.getByText('856 products will be sold out.')
  const button = screen.getByRole('button', { name: 'Import 9 products' })
  expect(count.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('prices that fall far are confirmed before the import', async () => {
  const { onRun } = renderStatus({ lowPrices: 2 })
  const button = screen.getByRole('button', { name: 'Import 9 products' })
  await userEvent.click(button)
  expect(onRun).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'The prices of 2 products may fall below 30 % of what they were' }))
  await userEvent.click(button)
  expect(onRun).toHaveBeenCalledOnce()
})
