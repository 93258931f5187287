import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { CheckedRemittanceLine } from '#contract/shipping/remittances.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import type { Route } from './+types/remittances'
import Remittances from './remittances.tsx'

type CodPayments = CallReply<'GET /remittances'>
type Checked = CallReply<'POST /remittances/check'>

const list: CodPayments['lists'][number] = {
  _id: 'list-1',
  courierName: 'Delhivery',
  enteredAt: '2026-11-22T10:00:00.000Z',
  enteredBy: 'asha',
  lines: 2,
  amount: 1598,
  bankAmount: 1500,
  utr: 'UTR9',
  resolvedLines: 1,
  version: 1,
  undoneAt: null,
  undoneBy: null,
}
const codPayments: CodPayments = {
  couriers: [],
  orders: [],
  total: 0,
  page: 1,
  totalPages: 1,
  openLines: [],
  openTotal: 0,
  resolvedLines: [],
  lists: [list],
}
const loader = vi.fn(() => ({ page: 1, filters: {}, list: codPayments, error: undefined }))

const buildLine = (line: number, change: Partial<CheckedRemittanceLine> = {}): Checked['lines'][number] => ({
  line,
  trackingNumber: `AWB${line}`,
  amount: 799,
  number: `ORDER-${line}`,
  courierName: 'Delhivery',
  outcome: 'matched',
  message: `Order ORDER-${line}: ₹799 as expected.`,
  ...change,
})
const columns: Checked['columns'] = [
  { name: 'Docket', sample: 'AWB1', field: 'trackingNumber' },
  { name: 'Rupees', sample: '799', field: null },
]
const checked: Checked = {
  enteredAt: null,
  columns: [{ name: 'AWB', sample: 'AWB1', field: 'trackingNumber' }],
  error: null,
  sum: { lines: 2, amount: 1598 },
  bankAmount: null,
  lines: [buildLine(1), buildLine(2)],
}

function Screen() {
  const loaderData = useLoaderData<typeof loader>()
  return <Remittances {...({ loaderData } as unknown as Route.ComponentProps)} />
}

async function renderScreen() {
  const router = createMemoryRouter([{ path: '/', element: <Screen />, loader, hydrateFallbackElement: <></> }])
  await act(async () => void render(<RouterProvider router={router} />))
}

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (label: RegExp | string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

beforeEach(() => void loader.mockClear())

test('the sum of a list is shown beside the amount on the bank account before it is recorded', async () => {
  const received = fakeApi({
    'POST /remittances/check': ({ body }) => ({ ...checked, bankAmount: Number((body as { bankAmount: string }).bankAmount) }),
    'POST /remittances': () => ({ ...checked, message: '2 lines are recorded' }),
  })
  await renderScreen()
  await type('Lines of the payment', 'AWB1,799\nAWB2,799')
  await type(/^Bank amount/, '1500')
  await type(/^UTR/, 'UTR9')
  await press('Check the payment')
  const readFigure = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  expect(readFigure('Sum of the list, 2 lines')).toBe('₹1,598')
  expect(readFigure('On the bank account, UTR9')).toBe('₹1,500')
  screen.getByText('₹98 less than the list is on the bank account. Has the courier deducted its charges?')
  // Another amount is to be checked again.
  await type(/^Bank amount/, '1598')
  expect(screen.queryByRole('button', { name: 'Record 2 lines' })).toBeNull()
  await press('Check the payment')
  screen.getByText('The list and the bank account agree.')
  await press('Record 2 lines')
  screen.getByText('2 lines are recorded.')
  expect(received.at(-1)).toMatchObject({
    route: 'POST /remittances',
    body: { courier: 'delhivery', text: 'AWB1,799\nAWB2,799', bankAmount: '1598', utr: 'UTR9' },
  })
  expect(loader).toHaveBeenCalledTimes(2)
})

test('the columns of a file are chosen, and another file has its own', async () => {
  const error = 'Choose the column that has the amounts.'
  const received = fakeApi({
    'POST /remittances/check': ({ body }) =>
      (body as { columns?: unknown }).columns ? checked : { ...checked, columns, error, sum: { lines: 0, amount: 0 }, lines: [] },
  })
  await renderScreen()
  await type('Lines of the payment', 'Docket,Rupees\nAWB1,799')
  await press('Check the payment')
  screen.getByText(error)
  await act(async () => void fireEvent.change(screen.getByLabelText('Rupees'), { target: { value: 'amount' } }))
  await press('Check again')
  screen.getByRole('button', { name: 'Record 2 lines' })
  expect(received.at(-1)?.body).toMatchObject({ columns: ['trackingNumber', 'amount'] })
  await type('Lines of the payment', 'AWB1,799')
  await press('Check the payment')
  expect(received.at(-1)?.body).not.toHaveProperty('columns')
})

test('an amount that cannot be read is marked at its field', async () => {
  const message = 'Bank amount must be a number such as 799 or 799.50.'
  fakeApi({
    'POST /remittances/check': () => Response.json({ message, code: 'invalid_request', fields: { bankAmount: message } }, { status: 400 }),
  })
  await renderScreen()
  await type(/^Bank amount/, 'much')
  await press('Check the payment')
  const isInvalid = (label: RegExp) => screen.getByLabelText(label).getAttribute('aria-invalid')
  expect([isInvalid(/^Bank amount/), isInvalid(/^Lines of the payment/)]).toEqual(['true', null])
  screen.getByText(message)
})

test('a list for several couriers names the courier of each parcel', async () => {
  const received = fakeApi({ 'POST /remittances/check': () => checked })
  await renderScreen()
  await type('Courier', 'several')
  await press('Check the payment')
  expect(within(screen.getByRole('table', { name: 'Result of each line' })).getAllByText('Delhivery')).toHaveLength(2)
  expect(received.at(-1)?.body).toMatchObject({ courier: 'several' })
})

test('a long list shows the lines that do not match first', async () => {
  const lines = Array.from({ length: 600 }, (_, index) => buildLine(index + 1))
  lines[599] = buildLine(600, { outcome: 'short', message: 'Order ORDER-600: ₹99 less than ₹799.' })
  fakeApi({ 'POST /remittances/check': () => ({ ...checked, lines, sum: { lines: 600, amount: 479_400 } }) })
  await renderScreen()
  await press('Check the payment')
  screen.getByText('500 of 600 lines are shown, those that do not match first.')
  const [, first] = screen.getAllByRole('row')
  expect(first?.textContent).toContain('AWB600')
})

test('a list is undone after a question, once', async () => {
  const received = fakeApi({ 'POST /remittances/:id/undo': () => ({ message: 'The list is undone' }) })
  await renderScreen()
  await press('Undo the list of ₹1,598 from Delhivery')
  screen.getByText(/1 line was resolved; what was noted is kept with the list only/)
  await press('Undo the list')
  expect(received).toMatchObject([{ path: '/remittances/list-1/undo', body: { version: 1 } }])
  expect(screen.queryByRole('button', { name: 'Undo the list' })).toBeNull()
  expect(loader).toHaveBeenCalledTimes(2)
})

test('a list that someone else has undone is loaded again and says who', async () => {
  const message = 'This list has been undone already.'
  fakeApi({ 'POST /remittances/:id/undo': () => errorAnswer({ status: 409, code: 'remittance_undone', message }) })
  await renderScreen()
  loader.mockReturnValueOnce({
    page: 1,
    filters: {},
    list: { ...codPayments, lists: [{ ...list, undoneAt: '2026-11-23T10:00:00.000Z', undoneBy: 'ravi' }] },
    error: undefined,
  })
  await press('Undo the list of ₹1,598 from Delhivery')
  await press('Undo the list')
  screen.getByText(message)
  screen.getByText(/^Undone by ravi/)
  expect(screen.queryByRole('button', { name: 'Undo the list of ₹1,598 from Delhivery' })).toBeNull()
})
