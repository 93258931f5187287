import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { showToast } from '../../ui/toast.ts'
import { SizeGuide } from './size-guide.tsx'
import { SizeGuideButton } from './size-guide-button.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const sizeGuide = {
  note: 'Slim fit.',
  measures: ['waist', 'inseam'],
  rows: [{ size: '32', values: ['80–84.5', ''] }],
}
const user = userEvent.setup()

const readRow = () => screen.getAllByRole('cell').map((cell) => cell.textContent)

test('shows the measurements of the category in centimetres and inches, and how to take them', async () => {
  const received = fakeApi({ 'GET /categories/size-guide': () => ({ sizeGuide }) })
  render(<SizeGuide category="DENIM" onClose={() => {}} />)
  await screen.findByText('Slim fit.')
  expect(received[0]?.path).toBe('/categories/size-guide?category=DENIM')
  expect(readRow()).toEqual(['80–84.5', '–'])
  await user.click(screen.getByRole('radio', { name: 'Inches' }))
  expect(readRow()).toEqual(['31.5–33.5', '–'])
  const steps = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'A Waist: around the narrowest part, above the hips',
    'B Inseam: inside the leg, down to the ankle',
  ])
})

test('a guide that could not be loaded is loaded again on request', async () => {
  let attempts = 0
  fakeApi({ 'GET /categories/size-guide': () => (++attempts === 1 ? errorAnswer({ status: 503 }) : { sizeGuide }) })
  render(<SizeGuide category={undefined} onClose={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Slim fit.')).toBeDefined()
})

test('without a connection the page stays as it is, and the guide opens later', async () => {
  fakeApi({ 'GET /categories/size-guide': () => ({ sizeGuide }) })
  vi.doMock('./size-guide.tsx', () => Promise.reject(new Error('offline')))
  render(<SizeGuideButton category="DENIM" />, { wrapper: MemoryRouter })
  const open = () => user.click(screen.getByRole('button', { name: 'Size guide' }))
  await open()
  await waitFor(() => expect(showToast).toHaveBeenCalledWith({ text: 'An error occurred while fetching data', kind: 'error' }))
  vi.doUnmock('./size-guide.tsx')
  await open()
  expect(await screen.findByText('Slim fit.')).toBeDefined()
})
