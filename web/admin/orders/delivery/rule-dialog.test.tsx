import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { DeliveryRule } from '#contract/delivery/delivery-rules.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import Delivery, { clientLoader } from './delivery.tsx'
import { RuleDialog } from './rule-dialog.tsx'

vi.mock('../../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const rule: DeliveryRule = {
  _id: 'one',
  prefix: '56',
  deliver: true,
  cod: 'no',
  advance: null,
  from: 2,
  to: 4,
  charge: null,
  reason: '',
  version: 3,
  changedAt: '2026-11-23T10:00:00Z',
  changedBy: 'owner',
}

function open(edited: DeliveryRule | undefined, answer: () => object = () => ({ message: 'Saved.', rule })) {
  const received = fakeApi({ 'POST /delivery-rules': answer, 'PATCH /delivery-rules/:id': answer })
  const onSaved = vi.fn()
  render(<RuleDialog rule={edited} onSaved={onSaved} onStale={() => {}} onClose={() => {}} />)
  return { received, onSaved, user: userEvent.setup() }
}

test('a rule with an advance is sent in rupees', async () => {
  const { received, onSaved, user } = open(undefined)
  await user.type(screen.getByLabelText(/^First digits/), '5600')
  await user.selectOptions(screen.getByLabelText('Cash on delivery'), 'advance')
  await user.type(screen.getByLabelText('Advance, in rupees'), '₹1,100.50')
  await user.type(screen.getByLabelText(/^Shipping charge/), '150')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([
    { prefix: '5600', deliver: true, cod: 'advance', advance: 1_100.5, from: null, to: null, charge: 150, reason: '' },
  ])
  expect(onSaved).toHaveBeenCalledOnce()
})

test('a rule without delivery asks for no cash and no days, and has its version', async () => {
  const { received, user } = open(rule)
  await user.selectOptions(screen.getByLabelText('Delivery'), 'no')
  expect([screen.queryByLabelText('Cash on delivery'), screen.queryByLabelText(/^Days/)]).toEqual([null, null])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received.map(({ body }) => body)).toEqual([
    { prefix: '56', deliver: false, cod: 'no', advance: null, from: null, to: null, charge: null, reason: '', version: 3 },
  ])
})

test('what is no number is refused at its field, which gets the focus', async () => {
  const refuse = () =>
    Response.json({ code: 'invalid_request', message: 'Please check.', fields: { to: 'Days must be whole numbers.' } }, { status: 400 })
  const { received, onSaved, user } = open(rule, refuse)
  const field = screen.getByLabelText(/^Days, to/)
  await user.clear(field)
  await user.type(field, 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(received[0]?.body).toMatchObject({ from: 2, to: -1 })
  expect(await screen.findByText('Days must be whole numbers.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Days, to/))
  expect(onSaved).not.toHaveBeenCalled()
})

const Screen = () => <Delivery {...({ loaderData: useLoaderData() } as ComponentProps<typeof Delivery>)} />

test('a rule that somebody else has changed is refused once, and the next request is based on the change', async () => {
  // jsdom has no <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true })
  let version = 3
  const message = 'Someone else has changed or deleted this rule.'
  const received = fakeApi({
    'GET /delivery-rules': () => ({ rules: [{ ...rule, version, to: version }], total: 1, page: 1, totalPages: 1 }),
    'GET /delivery-rules/events': () => ({ events: [] }),
    'PATCH /delivery-rules/:id': ({ body }) =>
      (body as { version: number }).version === version
        ? { message: 'Saved.', rule }
        : errorAnswer({ status: 409, code: 'delivery_rule_changed', message }),
  })
  const Stub = createRoutesStub([{ path: '/', loader: ({ request }) => clientLoader({ request, params: {} }), Component: Screen }])
  render(<Stub />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit 56…' }))
  await user.type(screen.getByLabelText(/^Reason/), 'As agreed')
  version = 5
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(message)
  await screen.findByText('2 to 5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(received.flatMap(({ body }) => (body === null ? [] : [body]))).toMatchObject([
    { reason: 'As agreed', version: 3 },
    { reason: 'As agreed', version: 5 },
  ])
})
