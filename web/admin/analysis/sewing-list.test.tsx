import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { loadSewingList, SewingList } from './sewing-list.tsx'

const row = { productId: 'p1', name: 'Palash Kurta', stock: 0, sold: 8, hoursSoldOut: 30, missed: 2.4, waiting: 3, toSew: 5 }
const reply = { from: '2026-03-01', to: '2026-03-30', knownSince: null, countedSince: null, rows: [] as object[], total: 0, sum: 0 }

const Screen = () => <SewingList {...useLoaderData<Awaited<ReturnType<typeof loadSewingList>>>()} />

function renderList(answer: object, search = '?view=sew') {
  const calls = fakeApi({ 'GET /figures/sewing': () => ({ ...reply, ...answer }) })
  const Stub = createRoutesStub([
    { path: '/', loader: ({ request }) => loadSewingList(new URL(request.url).searchParams), Component: Screen },
  ])
  render(<Stub initialEntries={[`/${search}`]} />)
  return calls
}

test('each size is a row, and what is not known says so', async () => {
  const rows = [
    { ...row, _id: 'p1 M', size: 'M' },
    { ...row, _id: 'p1', size: '', missed: null, toSew: 3 },
  ]
  const calls = renderList({ rows, total: 600, sum: 1_240, knownSince: '2026-03-04' }, '?view=sew&days=90')
  const table = await screen.findByRole('table', { name: 'What to sew, the most first' })
  expect(calls[0]?.path).toContain('days=90')
  const texts = within(table)
    .getAllByRole('row')
    .map((each) => [...each.children].map((cell) => cell.textContent))
  expect(texts.slice(1)).toEqual([
    ['Palash Kurta', 'M', '5', '3', '0', '8', '30', '2.4'],
    ['Palash Kurta', '–', '3', '3', '0', '8', '30', 'not known'],
  ])
  screen.getByText('to sew, in 600 sizes; the first 2 are shown, and the file has all')
  screen.getByText('What was in stock before 4 Mar is not known, so the list begins there.')
})

test('days that nobody offers are the usual 30, and nothing missing says so', async () => {
  const calls = renderList({}, '?view=sew&days=8')
  await screen.findByText('Nothing was missing in this period.')
  expect(calls[0]?.path).toContain('days=30')
})
