import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OpenRestore, OpenTransfer } from '#contract/restores/restores.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { RestoreQuestions } from './after-restore.tsx'

const transfer: OpenTransfer = {
  ...{ _id: 't1', number: '7K3M-9QXT-R1', order: { _id: 'o1', number: '7K3M-9QXT' }, name: 'Asha Rao', phone: '9876543210', amount: 699 },
  kind: 'refund to pay',
}
const restore: OpenRestore = {
  cause: 'backup',
  madeAt: '2026-11-26T20:00:00.000Z',
  foundAt: '2026-11-27T04:00:00.000Z',
  comparedAt: null,
  transfers: [transfer],
  gaps: [{ first: 'INV/26-27/001007', last: 'INV/26-27/001010' }],
  parcels: 3,
}
const user = userEvent.setup()

function renderQuestions(reply: Parameters<typeof RestoreQuestions>[0]['reply']) {
  const [onChange, onStale] = [vi.fn(), vi.fn()]
  const element = <RestoreQuestions reply={reply} onChange={onChange} onStale={onStale} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return { onChange, onStale }
}

test('a transfer that was paid is answered with its reference', async () => {
  const answered = { message: 'The answer is saved', restore: null, foundRefunds: [] }
  const calls = fakeApi({ 'POST /restores/transfers/:id': () => answered })
  const { onChange } = renderQuestions({ restore, foundRefunds: [] })
  screen.getByText(/The numbers INV\/26-27\/001007 to INV\/26-27\/001010 are cancelled/)
  await user.click(screen.getByRole('button', { name: 'Transferred: 7K3M-9QXT-R1' }))
  await user.type(screen.getByLabelText('Reference of the bank (UTR)'), 'UTR 1')
  await user.click(screen.getByRole('button', { name: 'Record the payment' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(answered))
  expect(calls.map(({ body }) => body)).toEqual([{ answer: 'paid', reference: 'UTR 1' }])
})

test('a transfer that was not paid needs no reference', async () => {
  const calls = fakeApi({ 'POST /restores/transfers/:id': () => ({ message: 'Saved', restore: null, foundRefunds: [] }) })
  const { onChange } = renderQuestions({ restore, foundRefunds: [] })
  await user.click(screen.getByRole('button', { name: 'Not transferred: 7K3M-9QXT-R1' }))
  await user.click(screen.getByRole('button', { name: 'It was not transferred' }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls.map(({ body }) => body)).toEqual([{ answer: 'not paid' }])
})

test('a found refund leads to the return that asks about it', () => {
  const found = { _id: 'f1', order: { _id: 'o1', number: '7K3M-9QXT' }, amount: 659, openReturn: '7K3M-9QXT-R1', foundAt: restore.foundAt }
  renderQuestions({ restore: null, foundRefunds: [found] })
  expect(screen.getByRole('link', { name: 'return 7K3M-9QXT-R1' }).getAttribute('href')).toContain('7K3M-9QXT-R1')
  expect(screen.queryByText(/Money is held/)).toBeNull()
})

test('without a restore nothing is asked', () => {
  renderQuestions({ restore: null, foundRefunds: [] })
  screen.getByText('Nothing is to be answered.')
})
