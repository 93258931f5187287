import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import ImportRules from './import-rules.tsx'

const { sendForm } = vi.hoisted(() => ({ sendForm: vi.fn() }))
vi.mock('../../../orders/shared/send-form.ts', () => ({ sendForm }))
vi.mock('../../kit/list-frame.tsx', () => ({ ListFrame: ({ children }: { children: unknown }) => children }))
beforeEach(() => sendForm.mockReset())

const line = { line: 2, prefix: '560001', text: 'Delivery', outcome: 'changed', reason: null }
const counts = { new: 0, changed: 1, unchanged: 0, refused: 0, missing: 12 }
const notes = ['The file was read as UTF-16. Check letters such as é and ₹.']
const answer = (change: object = {}) => ({
  message: 'Done.',
  counts: { ...counts, ...change },
  notes,
  missing: ['', '110001'],
  lines: [line],
})
const boxName = 'Delete the rules that are not in the file (12)'

async function choose(result: object) {
  sendForm.mockResolvedValueOnce(result)
  const Stub = createRoutesStub([{ path: '/', Component: ImportRules }])
  render(<Stub />)
  const user = userEvent.setup()
  await user.upload(screen.getByLabelText('Choose a CSV or Excel file'), new File(['PIN code,COD'], 'courier.csv', { type: 'text/csv' }))
  await screen.findByRole('region', { name: 'Lines of the file' })
  return user
}
const sent = () => sendForm.mock.calls.map(([{ route, values }]) => [route, values.missing])

test('rules that are not in the file stay by default', async () => {
  const user = await choose(answer())
  screen.getByText('The file was read as UTF-16. Check letters such as é and ₹.')
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: boxName })
  expect([box.checked, document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    false,
    'Rest of India, 110001 …',
  ])
  sendForm.mockResolvedValueOnce(answer())
  await user.click(screen.getByRole('button', { name: 'Import 1 line' }))
  expect(sent()).toEqual([
    ['POST /delivery-rules/check', undefined],
    ['POST /delivery-rules/import', undefined],
  ])
})

test('with the box they are deleted, and counted in the result', async () => {
  const user = await choose(answer())
  await user.click(screen.getByRole('checkbox', { name: boxName }))
  sendForm.mockResolvedValueOnce(answer({ missing: 0, deleted: 12 }))
  await user.click(screen.getByRole('button', { name: 'Import 1 line and delete 12' }))
  expect(sent()[1]).toEqual(['POST /delivery-rules/import', 12])
  expect(within(screen.getByText('Deleted').parentElement as HTMLElement).getByText('12')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a file that changes nothing can delete, and none without missing rules', async () => {
  const user = await choose(answer({ changed: 0, unchanged: 1 }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to import' }).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: boxName }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete 12' }).disabled).toBe(false)
  sendForm.mockResolvedValueOnce(answer({ missing: 0 }))
  await user.upload(screen.getByLabelText('Choose a CSV or Excel file'), new File(['PIN code,COD'], 'other.csv', { type: 'text/csv' }))
  await screen.findByText('other.csv')
  expect(screen.queryByRole('checkbox')).toBeNull()
})
