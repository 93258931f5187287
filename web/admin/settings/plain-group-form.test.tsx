import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { History } from './history.tsx'
import { PlainGroupForm } from './plain-group-form.tsx'

const value = {
  greeting: 'Hello',
  signature: '',
  cartReminders: 'off',
  dailyOrders: 'on',
  dailyWaiting: 'on',
  dailyProblems: 'on',
} as const
const build = (version: number, change: object = {}): SettingGroupState => ({
  value: { ...value, ...change },
  draft: null,
  publishAt: null,
  version,
  changedAt: null,
  changedBy: null,
})

async function saveOverTheirs(theirs: object) {
  let isCurrent = false
  const requests = fakeApi({
    'PATCH /settings/:group': () => {
      if (!isCurrent) return errorAnswer({ status: 409, code: 'settings_changed' })
      return { message: 'Saved', state: build(3) }
    },
    'GET /settings': () => {
      isCurrent = true
      return { groups: { mails: build(2, theirs) } }
    },
  })
  const onChanged = vi.fn()
  const form = <PlainGroupForm group="mails" state={build(1)} onChanged={onChanged} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
  await userEvent.clear(screen.getByLabelText(/^Greeting/))
  await userEvent.type(screen.getByLabelText(/^Greeting/), 'Vanakkam')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await expect.poll(() => screen.getByRole('status').textContent).toMatch(/Their change is in the form now/)
  return requests
}

test('what somebody else has saved is taken into the form beside what was typed, and can be saved', async () => {
  const requests = await saveOverTheirs({ signature: 'Asha' })
  expect(screen.getByRole('status').textContent).toMatch(/beside yours\.$/)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Signature/).value).toBe('Asha')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  const saved = { version: 2, value: { ...value, greeting: 'Vanakkam', signature: 'Asha' } }
  await expect.poll(() => requests.at(-1)?.body).toEqual(saved)
})

test('a field that both have changed keeps what was typed, and is named', async () => {
  await saveOverTheirs({ greeting: 'Namaste' })
  expect(screen.getByRole('status').textContent).toMatch(/yours is still there: Greeting\.$/)
  expect(screen.getByLabelText<HTMLInputElement>(/^Greeting/).value).toBe('Vanakkam')
})

test('the history names fields as the form does', () => {
  const entry = { kind: 'published' as const, changedAt: '2026-11-23T04:05:00.000Z', changedBy: 'asha' }
  const entries = [
    { ...entry, version: 2, value: { dailyOrders: 'off', greeting: 'Hello' } },
    { ...entry, version: 1, value: { dailyOrders: 'on', greeting: 'Hello' } },
  ]
  render(<History group="mails" state={build(2)} entries={entries} onChanged={() => {}} />)
  screen.getByText(/Changed: Daily email: orders and takings of yesterday$/)
})
