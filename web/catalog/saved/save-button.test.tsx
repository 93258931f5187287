import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setUser, useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.ts'
import { SaveButton } from './save-button.tsx'
import { useSavedProducts } from './saved-products.ts'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const signIn = (_id: string) => setUser({ _id, name: _id, role: 'user' } as User)
const list = (...ids: string[]) => ({ items: ids.map((_id) => ({ product: { ...sampleProduct, _id }, isDeleted: false })) })
const heart = () => screen.getByRole('button', { name: 'Save Tee for later' })
const isPressed = () => heart().getAttribute('aria-pressed') === 'true'

function renderHearts({ saved = list(), change = {} }: { saved?: FakeAnswer; change?: FakeAnswer }) {
  const calls = fakeApi({
    'GET /cart/saved': () => saved,
    'POST /cart/saved/:productId': () => change,
    'DELETE /cart/saved/:productId': () => change,
  })
  render(
    [sampleProduct, { ...sampleProduct, _id: 'cargo', name: 'Cargo' }].map((product) => <SaveButton key={product._id} product={product} />),
  )
  return calls
}

beforeEach(() => {
  useSavedProducts.setState({ userId: undefined, ids: new Set() })
  signIn('asha')
})

test('all hearts of a page load the saved products once', async () => {
  const calls = renderHearts({ saved: list('tee') })
  await waitFor(() => expect(isPressed()).toBe(true))
  expect(calls.map(({ route }) => route)).toEqual(['GET /cart/saved'])
  expect(screen.getByRole('button', { name: 'Save Cargo for later' }).getAttribute('aria-pressed')).toBe('false')
})

test('a double click saves once', async () => {
  const calls = renderHearts({ change: { message: 'Saved for later' } })
  await userEvent.dblClick(heart())
  expect(isPressed()).toBe(true)
  expect(calls.map(({ route, path }) => [route, path])).toEqual([
    ['GET /cart/saved', '/cart/saved'],
    ['POST /cart/saved/:productId', '/cart/saved/tee'],
  ])
})

test('a heart that could not be saved is empty again', async () => {
  renderHearts({ change: errorAnswer({ status: 409, code: 'saved_full', message: 'You can save up to 200 items.' }) })
  await userEvent.click(heart())
  expect(showToast).toHaveBeenCalledWith({ text: 'You can save up to 200 items.', kind: 'error' })
  expect(isPressed()).toBe(false)
})

test('without a connection the hearts are empty and the session goes on', async () => {
  renderHearts({ saved: 'offline' })
  await waitFor(() => expect(useSavedProducts.getState().userId).toBeUndefined())
  expect([isPressed(), useSession.getState().ended]).toEqual([false, false])
})

test('the hearts of another user are not shown', async () => {
  useSavedProducts.setState({ userId: 'asha', ids: new Set(['tee']) })
  signIn('ravi')
  renderHearts({})
  await waitFor(() => expect(useSavedProducts.getState().userId).toBe('ravi'))
  expect(isPressed()).toBe(false)
})
