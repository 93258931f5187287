import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import ConfirmOrder from './confirm-order.tsx'

// jsdom has no dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close() {},
})

const product = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 8, price: 799, size: 'M' as const }
const order = { number: '7K3M-9QXT', products: [product], totalPrice: 6_392 }

/** Opens the page of a link. Returns the calls that it sends. */
async function openPage({ kind = 'guest', answer = { message: 'Done.' } }: { kind?: 'guest' | 'cod'; answer?: FakeAnswer } = {}) {
  const received = fakeApi({ answerConfirmation: () => answer })
  const props = { loaderData: { token: 'the-token', target: { ...order, kind }, error: undefined } } as Parameters<typeof ConfirmOrder>[0]
  const router = createMemoryRouter([{ path: '/', element: <ConfirmOrder {...props} /> }])
  await act(async () => void render(<RouterProvider router={router} />))
  return received
}

test('opening the page sends nothing; a double click on Yes confirms once', async () => {
  const received = await openPage()
  screen.getByText('7K3M-9QXT')
  expect(received).toEqual([])
  await userEvent.dblClick(screen.getByRole('button', { name: 'Yes, send it' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Thank you' }))
  expect(received.map(({ body }) => body)).toEqual([{ token: 'the-token', isWanted: true }])
})

test('No asks first, then cancels', async () => {
  const received = await openPage()
  const no = screen.getByRole('button', { name: 'No, cancel it' })
  await userEvent.click(no)
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect(received).toEqual([])
  await userEvent.click(no)
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel the order' }))
  await screen.findByText('Done.')
  expect(received.map(({ body }) => body)).toEqual([{ token: 'the-token', isWanted: false }])
})

test.each([
  [
    errorAnswer({ status: 409, code: 'confirmation_closed', message: 'This order is confirmed already.' }),
    'This order is confirmed already.',
  ],
  [errorAnswer({ status: 500 }), 'The shop is not available right now. Please try again in a moment.'],
  ['offline' as const, /./],
])('a failed answer is shown and can be repeated', async (answer, text) => {
  await openPage({ answer })
  const yes = screen.getByRole('button', { name: 'Yes, send it' })
  await userEvent.click(yes)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(yes).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(yes)
})

test.each([
  ['cod', 'Open my account'],
  ['guest', 'Contact us'],
] as const)('paying online: %s', async (kind, link) => {
  await openPage({ kind })
  within(screen.getByRole('region', { name: 'Would you rather pay online?' })).getByRole('link', { name: link })
})
