import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { WebhookDrawer } from './webhook-drawer.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const endpoint: WebhookEndpoint = {
  _id: 'w1',
  url: 'https://receiver.example/hook',
  description: 'Accounts',
  types: ['order.placed'],
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  lastSuccessAt: '2026-11-27T10:00:00Z',
  lastFailureAt: null,
  waiting: 0,
  version: 3,
  createdAt: '2026-11-26T10:00:00Z',
}
const delivery: WebhookDelivery = {
  _id: '7',
  event: { _id: '1', type: 'order.placed', timestamp: '2026-11-27T10:00:00Z', subject: 'o1', data: {} },
  orderNumber: 'K7M2-P9QX',
  state: 'given up',
  attempts: 10,
  nextAt: null,
  attemptedAt: '2026-11-27T10:00:00Z',
  status: 500,
  answer: 'Out of order',
  durationMs: 12,
}

const Component = () => <WebhookDrawer id="w1" onClose={() => undefined} onChange={() => undefined} />

function open(values: Partial<WebhookEndpoint> = {}) {
  const received = fakeApi({
    'GET /webhooks': () => ({ endpoints: [{ ...endpoint, ...values }] }),
    'GET /webhooks/:id/deliveries': () => ({ deliveries: [delivery], total: 1, page: 1, totalPages: 1 }),
    'POST /webhooks/deliveries/:id/resend': () => ({ message: 'The event is sent again.' }),
    'POST /webhooks/:id/secret': () => ({ message: 'The secret is new.', endpoint, secret: 'whsec_new' }),
  })
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub initialEntries={['/']} />)
  return received
}

test('the log shows the answer of an event that was given up, and sends it again', async () => {
  const received = open()
  expect(await screen.findByText('Given up: answer 500, 10 attempts')).toBeDefined()
  expect(screen.getByText('Out of order')).toBeDefined()
  await userEvent.click(screen.getByText('Send again'))
  expect(await screen.findByText('The event is sent again.')).toBeDefined()
  expect(received.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1)
})

test('a new secret is made after a question and shown once', async () => {
  const received = open()
  await userEvent.click(await screen.findByText('Make a new secret'))
  expect(received.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: 'Make a new secret', hidden: true }).at(-1) as HTMLElement)
  expect(await screen.findByText('whsec_new')).toBeDefined()
  await userEvent.click(screen.getByText('Done'))
  expect(screen.queryByText('whsec_new')).toBeNull()
})

test.each([
  ['gone', 'Disabled: the receiver is gone (410)'],
  ['failing', 'Disabled: failed for a week'],
  ['by hand', 'Disabled'],
] as const)('an endpoint that is disabled, %s, says so', async (disabledReason, text) => {
  open({ disabledReason, disabledAt: '2026-11-27T10:00:00Z' })
  expect(await screen.findByText(text)).toBeDefined()
})
