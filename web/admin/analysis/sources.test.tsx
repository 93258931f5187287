import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { fakeApi } from '../../api/fake-api.ts'
import { loadSources, Sources } from './sources.tsx'

const nothing = { orders: 0, sales: 0, cancelled: 0, notTaken: 0, returned: 0 }
const figures = { orders: 12, sales: 6_000.5, cancelled: 3, notTaken: 2, returned: 1 }
const row = { medium: '', campaign: '', figures, before: nothing }
const reply: CallReply<'GET /figures/sources'> = {
  period: { from: '2026-03-01', to: '2026-03-02' },
  before: { from: '2026-02-27', to: '2026-02-28' },
  countedSince: null,
  sums: { figures, before: nothing },
  days: [
    { day: '2026-03-01', orders: 5 },
    { day: '2026-03-02', orders: 7 },
  ],
  rows: [
    { ...row, _id: '1', kind: 'visit', source: 'instagram', medium: 'story', campaign: 'diwali' },
    { ...row, _id: '2', kind: 'entered', source: 'fair' },
    { ...row, _id: '3', kind: 'entered', source: '' },
    { ...row, _id: '4', kind: 'not known', source: '', figures: nothing, before: figures },
  ],
  total: 300,
}

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const Screen = () => <Sources {...useLoaderData<Awaited<ReturnType<typeof loadSources>>>()} />

function renderSources(answer: object, search: string) {
  const calls = fakeApi({ 'GET /figures/sources': () => ({ ...reply, ...answer }) })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => loadSources(new URL(request.url).searchParams), Component: Screen }])
  render(<Stub initialEntries={[`/${search}`]} />)
  return calls
}

test('campaigns name their source, and entered orders how they came', async () => {
  const calls = renderSources({}, '?view=sources&days=7&by=campaign')
  const table = await screen.findByRole('table', { name: 'Orders by campaign, the most sales first' })
  expect(calls[0]?.path).toMatch(/days=7&by=campaign$/)
  const texts = within(table)
    .getAllByRole('row')
    .map((each) => [...each.children].map((cell) => cell.textContent?.replace('before: ', ' ')))
  expect(texts.slice(1)).toEqual([
    ['instagram', 'story', 'diwali', '12 0', '₹6,000.50 ₹0', '2 0', '1 0', '3 0'],
    ['Entered: Fair', '–', '–', '12 0', '₹6,000.50 ₹0', '2 0', '1 0', '3 0'],
    ['Entered: not said', '–', '–', '12 0', '₹6,000.50 ₹0', '2 0', '1 0', '3 0'],
    ['Not known', '–', '–', '0 12', '₹0 ₹6,000.50', '0 2', '0 1', '0 3'],
  ])
  expect(screen.getByText('The file has all 300 rows.')).toBeTruthy()
})

test('a period without orders says so', async () => {
  const calls = renderSources({ rows: [], total: 0 }, '?view=sources')
  await screen.findByText('No order was placed in this period.')
  expect(calls[0]?.path).toMatch(/days=30&by=source$/)
})
