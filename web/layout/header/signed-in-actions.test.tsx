import { act, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import { type FakeAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setShopperCart } from '../../cart/state/shopper-cart.ts'
import { SignedInActions } from './signed-in-actions.tsx'

const user: User = { _id: 'asha', name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phone: '', role: 'user' }
const lineOf = (quantity: number): CartLine => ({ product: sampleProduct, size: 'M', quantity, problem: null, notice: null })
const cartOf = (quantity: number): FakeAnswer => ({ cart: [lineOf(quantity)], deliveryAddress: null })

/** Renders the header's actions. Each request for the cart waits for the reply at its position. */
async function renderActions(replies: readonly Promise<FakeAnswer>[]) {
  const waiting = [...replies]
  const received = fakeApi({
    'GET /cart': () => waiting.shift() ?? cartOf(9),
    'GET /users/notifications': () => ({ notifications: [], unread: 0 }),
  })
  await act(async () => {
    render(
      <MemoryRouter>
        <SignedInActions user={user} />
      </MemoryRouter>,
    )
  })
  return { countRequests: () => received.filter(({ route }) => route === 'GET /cart').length }
}

const getBadge = () => document.querySelector('[data-cart-badge]')?.textContent

test.each(['older', 'newer'] as const)('shows the newer of two replies when the %s one arrives first', async (first) => {
  const older = Promise.withResolvers<FakeAnswer>()
  const newer = Promise.withResolvers<FakeAnswer>()
  const { countRequests } = await renderActions([older.promise, newer.promise])
  await act(async () => window.dispatchEvent(new Event('focus')))
  expect(countRequests()).toBe(2)
  const answers = [() => older.resolve(cartOf(1)), () => newer.resolve(cartOf(2))]
  for (const answer of first === 'older' ? answers : answers.toReversed()) await act(async () => answer())
  expect(getBadge()).toBe('2 items')
})

test('shows the older reply when the newer request fails', async () => {
  const older = Promise.withResolvers<FakeAnswer>()
  await renderActions([older.promise, Promise.resolve('offline')])
  await act(async () => window.dispatchEvent(new Event('focus')))
  await act(async () => older.resolve(cartOf(1)))
  expect(getBadge()).toBe('1 item')
})

test('a reply that was requested before a change does not undo it', async () => {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
  await renderActions([promise])
  act(() => setShopperCart([lineOf(3)]))
  await act(async () => resolve(cartOf(1)))
  expect(getBadge()).toBe('3 items')
})
