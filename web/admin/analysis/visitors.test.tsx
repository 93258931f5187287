import { render, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { Buyers, loadBuyers } from './buyers.tsx'
import { Codes, loadCodes } from './codes.tsx'
import { Funnel, loadFunnel } from './funnel.tsx'
import { listMonths } from './parts/months.tsx'

const frame = {
  period: { from: '2026-03-01', to: '2026-03-02' },
  before: { from: '2026-02-27', to: '2026-02-28' },
  countedSince: null,
}
const day = { day: '2026-03-01', visits: 5, orders: 2 }

beforeAll(() => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
})

const FunnelScreen = () => <Funnel {...useLoaderData<Awaited<ReturnType<typeof loadFunnel>>>()} />
const CodeScreen = () => <Codes {...useLoaderData<Awaited<ReturnType<typeof loadCodes>>>()} />
const BuyerScreen = () => <Buyers {...useLoaderData<Awaited<ReturnType<typeof loadBuyers>>>()} />

interface OpenedScreen {
  readonly load: (search: URLSearchParams) => Promise<unknown>
  readonly Component: ComponentType
  readonly search: string
}

function open({ load, Component, search }: OpenedScreen) {
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => load(new URL(request.url).searchParams), Component }])
  return render(<Stub initialEntries={[`/${search}`]} />)
}

const readRows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('before: ', ' ')))

test('each step of visits is a share of all visits and of the step before', async () => {
  const steps = [
    { step: 'visit', visits: 200, before: 0 },
    { step: 'product', visits: 100, before: 0 },
    { step: 'cart', visits: 30, before: 1 },
  ]
  const calls = fakeApi({ 'GET /figures/funnel': () => ({ ...frame, steps, days: [day] }) })
  open({ load: loadFunnel, Component: FunnelScreen, search: '?view=funnel&days=7' })
  expect(await readRows('How far visits came')).toEqual([
    ['Visits', '200 0', '100.0 % –', '100.0 % –'],
    ['Opened a product', '100 0', '50.0 % –', '50.0 % –'],
    ['Had items in the cart', '30 1', '15.0 % –', '30.0 % –'],
  ])
  expect(calls[0]?.path).toMatch(/days=7$/)
})

test('products are beside their views', async () => {
  const [figures, before] = [
    { views: 200, units: 3 },
    { views: 0, units: 1 },
  ]
  const rows = [{ productId: 'a', name: 'Kurta', figures, before }]
  fakeApi({ 'GET /figures/views': () => ({ ...frame, sums: { figures, before }, days: [day], rows, total: 300 }) })
  open({ load: loadFunnel, Component: FunnelScreen, search: '?view=funnel&by=products' })
  expect(await readRows('Products, the most views first')).toEqual([['Kurta', '200 0', '3 1', '1.5 –']])
  expect(screen.getByText('The file has all 300 products.')).toBeTruthy()
})

test('a code has its percentage and its commission', async () => {
  const figures = { orders: 4, sales: 3_600, returned: 900, returnedOrders: 1, cancelled: 1, notTaken: 2, commission: 405 }
  const rows = [{ offerId: 'o', code: 'ASHA15', title: 'Asha', commissionPercent: 15, figures, before: figures }]
  fakeApi({ 'GET /figures/codes': () => ({ ...frame, sums: { figures, before: figures }, days: [day], rows }) })
  open({ load: loadCodes, Component: CodeScreen, search: '?view=codes' })
  expect(await readRows('Codes, the most sales first')).toEqual([
    ['ASHA15Asha, 15 %', '4 4', '₹3,600 ₹3,600', '₹900 ₹900', '₹405 ₹405', '2 2', '1 1'],
  ])
})

test('new buyers have their first source, and nothing is divided by nobody', async () => {
  const figures = { persons: 4, again: 1, daysToSecond: 12.5, orders: 6 }
  const nobody = { persons: 0, again: 0, daysToSecond: null, orders: 0 }
  const orders = { figures: { first: 4, returning: 1_000, unnamed: 2 }, before: { first: 0, returning: 0, unnamed: 0 } }
  const rows = [{ _id: '1', kind: 'visit', source: 'instagram', figures, before: nobody }]
  fakeApi({ 'GET /figures/buyers': () => ({ ...frame, orders, sums: { figures, before: nobody }, days: [day], rows }) })
  open({ load: loadBuyers, Component: BuyerScreen, search: '?view=buyers' })
  expect(await readRows('New buyers by first source, the most first')).toEqual([
    ['instagram', '4 0', '1 0', '25.0 % –', '12.5 –', '1.50 –'],
  ])
  expect(screen.getByText('1,000')).toBeTruthy()
})

test('a month of the address is loaded in place of the last days, and chosen in the form', async () => {
  const month = listMonths()[2]?.[0] ?? ''
  const screens = [
    { view: 'codes', load: loadCodes, Component: CodeScreen, route: 'GET /figures/codes' },
    { view: 'buyers', load: loadBuyers, Component: BuyerScreen, route: 'GET /figures/buyers' },
    { view: 'funnel', load: loadFunnel, Component: FunnelScreen, route: 'GET /figures/funnel' },
  ] as const
  for (const { view, load, Component, route } of screens) {
    const calls = fakeApi({ [route]: () => errorAnswer({ status: 500 }) })
    const { unmount } = open({ load, Component, search: `?view=${view}&days=7&month=${month}` })
    expect(((await screen.findByLabelText('Month')) as HTMLSelectElement).value).toBe(month)
    expect(screen.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBeNull()
    expect(calls[0]?.path).toMatch(`days=7&month=${month}`)
    unmount()
  }
})
