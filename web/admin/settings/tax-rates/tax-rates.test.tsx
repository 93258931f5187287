import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ShownTaxRate } from '#contract/tax/tax-rate-calls.ts'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../../api/fake-api.ts'
import { describeValue, listMissingTops } from './describe-rate.ts'
import TaxRates from './tax-rates.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const rate: ShownTaxRate = {
  _id: 'low',
  hsnPrefix: '61',
  upTo: 2_500,
  rate: 5,
  fromDay: '2025-09-22',
  toDay: null,
  state: 'now',
  changedAt: '2026-11-23T10:00:00Z',
  changedBy: null,
}
const high: ShownTaxRate = { ...rate, _id: 'high', upTo: null, rate: 18 }
const past: ShownTaxRate = { ...rate, _id: 'past', upTo: 1_000, fromDay: '2017-07-01', toDay: '2025-09-21', state: 'past' }
const planned: ShownTaxRate = {
  ...rate,
  _id: 'planned',
  hsnPrefix: '42022210',
  upTo: null,
  rate: 12,
  fromDay: '2099-01-01',
  state: 'planned',
}

const Nothing = () => null

async function open(answer: () => FakeAnswer | Promise<FakeAnswer> = () => ({ message: 'Saved.', rate }), isTaxed = true) {
  let rates = [rate, high, past, planned]
  const received = fakeApi({
    'GET /tax-rates': () => ({ rates, isTaxed }),
    'POST /tax-rates': answer,
    'POST /tax-rates/:id/end': answer,
    'DELETE /tax-rates/:id': () => {
      rates = rates.filter(({ _id }) => _id !== 'planned')
      return { message: 'The rate is deleted.' }
    },
  })
  const loader = async () => ({ list: { rates, isTaxed }, error: undefined })
  const Stub = createRoutesStub([{ path: '/', Component: TaxRates as never, loader, HydrateFallback: Nothing }])
  render(<Stub initialEntries={['/']} />)
  await screen.findByRole('heading', { name: 'Tax rates' })
  return { received: () => received.filter(({ route }) => !route.startsWith('GET')), user: userEvent.setup() }
}

test('rates of today, planned and past ones are apart, and past ones have no actions', async () => {
  await open()
  const readRows = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 3)
          .map((cell) => cell.textContent),
      )
  expect(readRows('Now')).toEqual([
    ['61…', 'up to ₹2,500from 22 Sept 2025', '5 %'],
    ['61…', 'above ₹2,500from 22 Sept 2025', '18 %'],
  ])
  expect(readRows('Planned')).toEqual([['42022210', 'anyfrom 1 Jan 2099', '12 %']])
  expect(readRows('Past')).toEqual([['61…', 'up to ₹1,0001 Jul 2017 to 21 Sept 2025', '5 %']])
  expect(within(screen.getByRole('region', { name: 'Past' })).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete 61…, up to ₹2,500, 5 %' })).toBeNull()
})

test('a shop without a GSTIN is told that nothing is taxed', async () => {
  await open(undefined, false)
  expect(screen.getByText(/^No tax is calculated/)).toBeTruthy()
})

test('a rate is added once by a double click, in numbers', async () => {
  let answerNow = (_: object) => {}
  const held = new Promise<object>((resolve) => {
    answerNow = resolve
  })
  const { received, user } = await open(() => held)
  await user.click(screen.getByRole('button', { name: 'Add a rate' }))
  await user.type(screen.getByLabelText(/^HSN codes/), '4202')
  await user.type(screen.getByLabelText(/^Pieces of a value/), '₹2,500.50')
  await user.type(screen.getByLabelText(/^Rate, in per cent/), '12.5 %')
  const first = screen.getByLabelText('First day')
  await user.clear(first)
  await user.type(first, '2027-01-01')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(screen.getByRole('button', { name: 'Saving…' }))
  answerNow({ message: 'The rate is added.', rate })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(received().map(({ body }) => body)).toEqual([{ hsnPrefix: '4202', upTo: 2_500.5, rate: 12.5, fromDay: '2027-01-01', toDay: null }])
})

test('the first refused field of a new rate gets the focus', async () => {
  // In the order of the server's replies.
  const fields = { toDay: 'The last day must be a date.', rate: 'The rate must be from 0 to 100 per cent.' }
  const { received, user } = await open(() => Response.json({ code: 'invalid_request', message: 'Please check.', fields }, { status: 400 }))
  await user.click(screen.getByRole('button', { name: 'Add a rate' }))
  await user.type(screen.getByLabelText(/^Rate, in per cent/), 'five')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(fields.rate)).toBeTruthy()
  expect(screen.getByText(fields.toDay)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Rate, in per cent/))
  expect(received()[0]?.body).toMatchObject({ upTo: null, rate: -1 })
})

test('a rate is ended as it was seen, and says when somebody else has changed it', async () => {
  const message = 'Someone else has changed the last day of this rate.'
  const { received, user } = await open(() => errorAnswer({ status: 409, code: 'tax_rate_changed', message }))
  await user.click(screen.getByRole('button', { name: 'End 61…, up to ₹2,500, 5 %' }))
  const field = screen.getByLabelText(/^Last day/)
  await user.clear(field)
  await user.type(field, '2099-12-31')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(received().map(({ body }) => body)).toEqual([
      { lastDay: '2099-12-31', seenLastDay: null },
      { lastDay: null, seenLastDay: null },
    ]),
  )
})

test('a planned rate is deleted after a question', async () => {
  const { received, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete 42022210, any, 12 %' }))
  expect(within(screen.getByRole('alertdialog')).getByText('HSN 42022210, any: 12 %')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No rate is planned.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('The rate is deleted.')
  expect(received()).toHaveLength(1)
})

test('codes whose rates of today end at a limit are named', () => {
  expect(listMissingTops([rate, high, planned])).toEqual([])
  expect(listMissingTops([rate, { ...high, state: 'planned' }])).toEqual([{ codes: '61…', above: 2_500 }])
  expect(describeValue({ rate: high, rates: [high, { ...rate, toDay: '2025-09-21', fromDay: '2017-07-01' }] })).toBe('any')
})
