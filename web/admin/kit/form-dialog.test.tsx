import { render, screen } from '@testing-library/react'
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

function renderDialog(send: () => Promise<object> = async () => ({})) {
  const onStale = vi.fn()
  const dialog = render(
    <FormDialog
      title="Add a redirect"
      defaultValues={{ from: '', to: '' }}
      body={redirectsCalls.addRedirect.body}
      send={send}
      onSaved={() => dialog.unmount()}
      onStale={onStale}
      onClose={() => undefined}
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
