import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectsCalls } from '#contract/redirects/redirects.ts'
import { ApiError } from '../../api/client.ts'
import { errorAnswer } from '../../api/fake-api.ts'
import { TextField } from '../../ui/field.tsx'
import { leaveGuard } from '../../ui/leave-guard.ts'
import { FormDialog } from './form-dialog.tsx'

const user = userEvent.setup()

function renderDialog(send: () => Promise<object> = async () => ({}), onClose = () => {}) {
  const onStale = vi.fn()
  const dialog = render(
    <FormDialog
      title="Add a redirect"
      defaultValues={{ from: '', to: '' }}
      body={redirectsCalls.addRedirect.body}
      send={send}
      onSaved={() => dialog.unmount()}
      onStale={onStale}
      onClose={onClose}
    >
      {({ field }) => <TextField label="Old address" {...field('from')} />}
    </FormDialog>,
  )
  return onStale
}

test('a field takes as many characters as the call', () => {
  renderDialog()
  expect(screen.getByLabelText<HTMLInputElement>('Old address').maxLength).toBe(redirectLimits.typedLength)
})

test('leaving the screen asks while something is entered, and no longer when it is saved', async () => {
  renderDialog()
  expect(leaveGuard.ask).toBeUndefined()
  await user.type(screen.getByLabelText('Old address'), '/a')
  expect(leaveGuard.ask).toBeTypeOf('function')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(leaveGuard.ask).toBeUndefined()
})

test('what somebody else has changed is said, and the input stays', async () => {
  const body = await errorAnswer({ status: 409, code: 'redirect_changed', message: 'Somebody else has changed it.' }).json()
  const onStale = renderDialog(async () => {
    throw new ApiError({ status: 409, body })
  })
  await user.type(screen.getByLabelText('Old address'), '/a')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else has changed it.')
  expect(onStale).toHaveBeenCalledOnce()
  expect(screen.getByLabelText<HTMLInputElement>('Old address').value).toBe('/a')
})

test.each([
  ['the button', () => user.click(screen.getByRole('button', { name: 'Go back' }))],
  ['Escape', async () => screen.getByRole<HTMLDialogElement>('dialog').close()],
])('closing it with %s asks while something is entered, which stays', async (_, close) => {
  const onClose = vi.fn()
  renderDialog(undefined, onClose)
  await user.type(screen.getByLabelText('Old address'), '/a')
  await close()
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(question.getByRole('button', { name: 'Go back' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Old address').value).toBe('/a')
  await close()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('without input it closes at once', async () => {
  const onClose = vi.fn()
  renderDialog(undefined, onClose)
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(onClose).toHaveBeenCalledOnce()
})
