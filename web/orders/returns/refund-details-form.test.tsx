import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { RefundDetailsForm } from './refund-details-form.tsx'

const user = userEvent.setup()

function Form() {
  const [message, setMessage] = useState<string>()
  return message === undefined ? <RefundDetailsForm token="t" onDone={setMessage} /> : <p>{message}</p>
}

function renderForm() {
  const Stub = createRoutesStub([{ path: '/', Component: Form }])
  render(<Stub />)
}

const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

test('a UPI id is typed twice and sent once', async () => {
  const answer = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /payouts/details': () => answer.promise })
  renderForm()
  await save()
  screen.getByText('UPI id is required.')
  await user.type(screen.getByLabelText('UPI id'), 'asha.rao@okbank')
  await user.type(screen.getByLabelText('UPI id again'), 'asha@okbank')
  await save()
  screen.getByText('The two UPI ids are not the same.')
  await user.clear(screen.getByLabelText('UPI id again'))
  await user.type(screen.getByLabelText('UPI id again'), 'asha.rao@okbank')
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  answer.resolve({ message: 'We transfer it.' })
  await screen.findByText('We transfer it.')
  expect(calls.map(({ body }) => body)).toEqual([
    { token: 't', details: { method: 'upi', upiId: 'asha.rao@okbank', upiIdAgain: 'asha.rao@okbank' } },
  ])
})

test('a bank account has other fields, and the errors of the UPI id are gone', async () => {
  const details = {
    method: 'bank',
    accountNumber: '001234567890',
    accountNumberAgain: '001234567890',
    ifsc: 'SBIN0001234',
    accountName: 'Asha Rao',
  }
  const answers = [
    errorAnswer({ status: 409, code: 'payout_paid', message: 'This refund is paid already.' }),
    { message: 'We transfer it.' },
  ]
  const calls = fakeApi({ 'POST /payouts/details': () => answers.shift() ?? {} })
  renderForm()
  await save()
  await user.click(screen.getByRole('radio', { name: 'Bank account' }))
  expect(screen.queryByText(/is required/)).toBeNull()
  const form = within(screen.getByRole('form'))
  await user.type(form.getByLabelText('Account number'), details.accountNumber)
  await user.type(form.getByLabelText('Account number again'), details.accountNumberAgain)
  await user.type(form.getByLabelText('IFSC'), 'SBIN000123')
  await user.type(form.getByLabelText('Name of the account'), details.accountName)
  await save()
  screen.getByText('An IFSC has 11 characters, such as SBIN0001234.')
  await user.type(form.getByLabelText('IFSC'), '4')
  await save()
  await screen.findByText('This refund is paid already.')
  await save()
  await screen.findByText('We transfer it.')
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([1, 2].map(() => ({ token: 't', details }))))
})
