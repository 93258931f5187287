import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ShownProviderKeys } from '#contract/settings/provider-keys.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import ProviderKeysPage from './provider-keys.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const none: ShownProviderKeys = { provider: 'razorpay', source: 'none', entered: null }
const entered: ShownProviderKeys = {
  provider: 'razorpay',
  source: 'entered',
  entered: { account: 'rzp_live_1', secretEnd: '1234', enteredAt: '2026-11-27T21:05:00Z', isReadable: true },
}

async function open(first: ShownProviderKeys) {
  let keys = first
  const received = fakeApi({
    'GET /provider-keys': () => ({ providers: [keys, { ...none, provider: 'shiprocket' }, { ...none, provider: 'meta' }] }),
    'GET /purchase-reports': () => ({
      sent: 4,
      waiting: 1,
      problems: [{ orderId: 'id', orderNumber: 'LL-7', state: 'waiting', problem: 'Meta does not answer.', at: '2026-11-28T10:00:00Z' }],
    }),
    'POST /provider-keys/meta': () => ({ keys: { ...none, provider: 'meta' }, message: 'Saved.' }),
    'POST /provider-keys/razorpay': () => {
      keys = entered
      return { keys, message: 'Saved.' }
    },
    'POST /provider-keys/:provider/test': () => ({ message: 'The provider accepts these keys.' }),
  })
  const Stub = createRoutesStub([{ path: '/', Component: ProviderKeysPage }])
  render(<Stub initialEntries={['/']} />)
  const section = (await screen.findByRole('heading', { name: 'Razorpay: online payments' })).closest('section') as HTMLElement
  return { received, section: within(section) }
}

test('keys are entered, and only the end of the secret is shown afterwards', async () => {
  const { received, section } = await open(none)
  await userEvent.click(section.getByRole('button', { name: 'Enter keys' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/Key id/), 'rzp_live_1')
  await userEvent.type(dialog.getByLabelText(/Key secret/), 'a-secret-that-ends-in-1234')
  await userEvent.type(dialog.getByLabelText(/Webhook secret/), 'words of a webhook')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await section.findByText(/Key id rzp_live_1: entered on .*, the secret ends in 1234\./)).toBeDefined()
  expect(received.find(({ route }) => route === 'POST /provider-keys/razorpay')?.body).toEqual({
    keyId: 'rzp_live_1',
    keySecret: 'a-secret-that-ends-in-1234',
    webhookSecret: 'words of a webhook',
  })
})

test('a test says its result', async () => {
  const { section } = await open(entered)
  await userEvent.click(section.getByRole('button', { name: 'Test' }))
  expect(await section.findByText('The provider accepts these keys.')).toBeDefined()
})

test("keys of the server's environment cannot be entered here", async () => {
  const { section } = await open({ ...none, source: 'environment' })
  expect(section.getByText("Set by the server's environment (RAZORPAY_KEY_ID), which is changed there.")).toBeDefined()
  expect(section.queryByRole('button', { name: 'Enter keys' })).toBeNull()
})

test('the data set of Meta is entered without a test event code', async () => {
  const { received } = await open(none)
  const meta = within(screen.getByRole('heading', { name: /^Meta/ }).closest('section') as HTMLElement)
  await userEvent.click(meta.getByRole('button', { name: 'Enter keys' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/Data set id/), '1234567890')
  await userEvent.type(dialog.getByLabelText(/Access token/), 'token')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(received.find(({ route }) => route === 'POST /provider-keys/meta')?.body).toEqual({
      pixelId: '1234567890',
      accessToken: 'token',
      testCode: '',
    }),
  )
})

test('reports and their last problems are shown', async () => {
  await open(none)
  expect(await screen.findByText('Meta, last 30 days: 4 reported, 1 waiting.')).toBeDefined()
  const problem = within(screen.getByRole('list', { name: 'Last problems' })).getByRole('listitem')
  expect(problem.textContent).toMatch(/^LL-7, .*, will be tried again: Meta does not answer\.$/)
})
