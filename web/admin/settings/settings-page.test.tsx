import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { fakeApi } from '../../api/fake-api.ts'
import SettingsPage, { clientLoader } from './settings-page.tsx'

const build = (version: number, greeting: string): SettingGroupState => ({
  value: { greeting, signature: '' } as unknown as SettingGroupState['value'],
  draft: null,
  publishAt: null,
  version,
  changedAt: null,
  changedBy: null,
})

const HydrateFallback = () => null
const Page = createRoutesStub([
  {
    id: 'root',
    loader: () => ({ storeName: 'Asha' }),
    HydrateFallback,
    children: [{ path: '/settings/:group', Component: SettingsPage as never, loader: clientLoader as never, HydrateFallback }],
  },
])

test('the form stays one form when its data is loaded again after a save', async () => {
  let state = build(1, 'Hello')
  fakeApi({
    'GET /settings': () => ({ groups: { mails: state } }),
    'GET /settings/:group/history': () => ({
      entries: [{ version: state.version, kind: 'published', value: {}, changedAt: '2026-11-23T04:05:00.000Z', changedBy: 'asha' }],
    }),
    'PATCH /settings/:group': () => {
      state = build(2, 'Hello!')
      return { message: 'Saved', state }
    },
  })
  render(<Page initialEntries={['/settings/mails']} />)
  await userEvent.type(await screen.findByLabelText(/^Greeting/), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Publish' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Take back the last publication' })).toHaveLength(1)
})
