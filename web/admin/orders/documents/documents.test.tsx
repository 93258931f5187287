import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { saveFile } from '../../../api/save-file.ts'
import { usePinPrompt } from '../../../session/pin-prompt.ts'
import type { Route } from './+types/documents'
import Documents, { clientLoader } from './documents.tsx'

vi.mock('../../../api/save-file.ts', () => ({ saveFile: vi.fn() }))

type List = CallReply<'GET /documents'>

const order = { _id: 'o1', number: '7K3M-9QXT' }
const invoice: List['documents'][number] = {
  _id: 'd1',
  kind: 'invoice',
  written: 'INV/26-27/000001',
  issuedAt: '2026-11-05T20:00:00.000Z',
  order,
  invoice: null,
  buyer: 'Asha Rao',
  buyerGstin: null,
  taxable: 760.96,
  tax: 38.04,
  total: 799,
}
const note: List['documents'][number] = { ...invoice, _id: 'd2', kind: 'credit note', written: 'CN/26-27/000001', invoice: invoice.written }
const november: List = {
  hasGstin: true,
  month: '2026-11',
  months: ['2026-11', '2026-10'],
  documents: [note, invoice],
  total: 2,
  page: 1,
  totalPages: 1,
}
const noneMissing = { hasGstin: true, orders: [], total: 0 }

function Screen() {
  return <Documents {...({ loaderData: useLoaderData() } as unknown as Route.ComponentProps)} />
}

async function open(path = '/') {
  const loader = ({ request }: { request: Request }) => clientLoader({ request } as Route.ClientLoaderArgs)
  const router = createMemoryRouter([{ path: '/*', element: <Screen />, loader, hydrateFallbackElement: <></> }], {
    initialEntries: [path],
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Documents' })
}

beforeEach(() => {
  vi.mocked(saveFile).mockClear()
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

test('the list has each document with its file, and amounts of credit notes below zero', async () => {
  fakeApi({ 'GET /documents': () => november, 'GET /invoices/missing': () => noneMissing })
  await open()
  const [first, second] = within(screen.getByRole('table', { name: 'Documents of November 2026' }))
    .getAllByRole('row')
    .slice(1)
  expect(first?.textContent).toContain('Credit note to INV/26-27/000001')
  expect(first?.textContent).toContain('-₹799')
  // The day in India.
  expect(second?.textContent).toContain('6 Nov 2026')
  const link = within(second as HTMLElement).getByRole('link', { name: /^INV\/26-27\/000001/ })
  expect(link.getAttribute('href')).toBe('/api/v1/documents/d1.pdf?format=a4')
  const print = screen.getByRole('link', { name: /^Print as 4 × 6 in/ })
  expect(print.getAttribute('href')).toBe('/api/v1/documents.pdf?format=label&ids=d2,d1')
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('2 in November 2026')
})

test('the month of the list is saved after the PIN was entered', async () => {
  let hasStepUp = false
  const calls = fakeApi({
    'GET /documents': () => ({ ...november, month: '2026-10' }),
    'GET /invoices/missing': () => noneMissing,
    'GET /documents/month/:month.zip': () =>
      hasStepUp ? new Response('zip') : errorAnswer({ status: 403, code: 'reauthentication_required' }),
  })
  await open('/?month=2026-10')
  await userEvent.click(screen.getByRole('button', { name: 'Month for GSTR-1' }))
  await waitFor(() => expect(usePinPrompt.getState().resolve).toBeDefined())
  hasStepUp = true
  usePinPrompt.getState().resolve?.(true)
  await screen.findByText('The file of October 2026 is saved.')
  expect(vi.mocked(saveFile).mock.lastCall?.[0].name).toBe('sales-2026-10.zip')
  expect(calls.find(({ path }) => path.startsWith('/documents?'))?.path).toContain('month=2026-10')
})

test('the check of the books names gaps and differences, and is sent once', async () => {
  let answer: ((check: object) => void) | undefined
  const calls = fakeApi({
    'GET /documents': () => november,
    'GET /invoices/missing': () => noneMissing,
    'POST /documents/check': () => {
      const { promise, resolve } = Promise.withResolvers<object>()
      answer = resolve
      return promise
    },
  })
  await open()
  const button = screen.getByRole('button', { name: 'Check the books' })
  await userEvent.dblClick(button)
  answer?.({
    documents: 2,
    orders: 1,
    gaps: [{ series: 'INV', year: '26-27', missing: [2, 3] }],
    differences: [{ order, documents: 799, expected: 0 }],
  })
  await screen.findByText('The books have 2 differences.')
  const items = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'INV/26-27: no document has the number 2, 3.',
    '7K3M-9QXT: the sum of its documents is ₹799, that of the order ₹0.',
  ])
  expect(
    within(items[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/?open=o1')
  expect(calls.filter(({ route }) => route === 'POST /documents/check')).toHaveLength(1)
  await userEvent.click(button)
  expect(screen.queryByRole('list', { name: 'Differences' })).toBeNull()
  answer?.({ documents: 2, orders: 1, gaps: [], differences: [] })
  await screen.findByText('No difference: 2 documents of 1 order without a gap in the numbers.')
})

test('a shop without a GSTIN reads how it begins', async () => {
  fakeApi({
    'GET /documents': () => ({ ...november, hasGstin: false, documents: [], total: 0 }),
    'GET /invoices/missing': () => ({ ...noneMissing, hasGstin: false }),
  })
  await open()
  expect(screen.getByRole('link', { name: 'Enter the GSTIN' }).getAttribute('href')).toBe('/AdminDashboardWrapper/settings/shop')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a search that finds nothing can be cleared', async () => {
  fakeApi({ 'GET /documents': () => ({ ...november, documents: [], total: 0 }), 'GET /invoices/missing': () => noneMissing })
  await open('/?q=INV')
  screen.getByRole('heading', { name: 'No documents found.' })
  screen.getByRole('link', { name: 'Clear filters' })
  expect(screen.queryByRole('button', { name: 'Month for GSTR-1' })).toBeNull()
})

test('a list that could not be loaded says why', async () => {
  fakeApi({
    'GET /documents': () => errorAnswer({ status: 500, message: 'Something went wrong.' }),
    'GET /invoices/missing': () => noneMissing,
  })
  await open()
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong.')
})
