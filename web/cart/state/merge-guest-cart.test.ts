import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, type FakeAnswer, fakeApi, type ReceivedCall, sampleProduct } from '../../api/fake-api.ts'
import { addToGuestCart, getGuestCart } from './guest-cart.ts'
import { finishMerge, mergeGuestCart, useMergeNotices } from './merge-guest-cart.ts'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const user = { _id: 'asha', name: 'Asha', role: 'user' } as User
const merged = { cart: [], notices: [] }

const getKey = (call: ReceivedCall | undefined) => call?.headers['idempotency-key']

/** Answers the first merge calls with `answers`, in order, and later ones with success. */
function fakeMerge(...answers: (FakeAnswer | (() => FakeAnswer))[]): ReceivedCall[] {
  return fakeApi({
    'POST /cart/merge': () => {
      const answer = answers.shift() ?? merged
      return typeof answer === 'function' ? answer() : answer
    },
  })
}

beforeEach(() => {
  useMergeNotices.setState({ notices: [] })
  addToGuestCart({ product: sampleProduct, size: 'M' })
})

test('the lines move to the account', async () => {
  const calls = fakeMerge()
  await mergeGuestCart(user)
  expect(calls.map(({ body }) => body)).toEqual([{ lines: [{ product: 'tee', name: 'Tee', price: 799, size: 'M', quantity: 1 }] }])
  expect(getGuestCart()).toEqual([])
})

test('two merges at the same time send the lines once', async () => {
  const calls = fakeMerge()
  await Promise.all([mergeGuestCart(user), mergeGuestCart(user), finishMerge(user)])
  expect(calls).toHaveLength(1)
})

test('an empty cart is not sent', async () => {
  localStorage.clear()
  const calls = fakeMerge()
  await mergeGuestCart(user)
  expect(calls).toEqual([])
})

test('an administrator keeps the guest cart in the browser', async () => {
  const calls = fakeMerge()
  await mergeGuestCart({ ...user, role: 'admin' })
  expect(calls).toEqual([])
  expect(getGuestCart()).toHaveLength(1)
})

test('a merge without an answer is repeated with the same key and lines, and later lines follow with their own key', async () => {
  const calls = fakeMerge('offline')
  await mergeGuestCart(user)
  expect(getGuestCart()).toHaveLength(1)
  addToGuestCart({ product: sampleProduct, size: 'L' })
  await finishMerge(user)
  const [lost, repeated, later] = calls
  expect(calls).toHaveLength(3)
  expect(getKey(repeated)).toBe(getKey(lost))
  expect(repeated?.body).toEqual(lost?.body)
  expect(getKey(later)).not.toBe(getKey(lost))
  expect(later?.body).toMatchObject({ lines: [{ size: 'L' }] })
  expect(getGuestCart()).toEqual([])
})

test.each([500, 401])('a merge answered with %i is repeated with the same key', async (status) => {
  const calls = fakeMerge(errorAnswer({ status }))
  await mergeGuestCart(user)
  await mergeGuestCart(user)
  expect(getKey(calls[1])).toBe(getKey(calls[0]))
  expect(getGuestCart()).toEqual([])
})

test('a refused merge leaves the cart, and the next attempt has a new key', async () => {
  const calls = fakeMerge(errorAnswer({ status: 409, code: 'cart_full' }))
  await mergeGuestCart(user)
  expect(getGuestCart()).toHaveLength(1)
  await mergeGuestCart(user)
  expect(getKey(calls[1])).not.toBe(getKey(calls[0]))
})

test('an unanswered merge of another account is not repeated', async () => {
  const calls = fakeMerge('offline')
  await mergeGuestCart(user)
  await mergeGuestCart({ ...user, _id: 'ravi' })
  expect(calls).toHaveLength(2)
  expect(getKey(calls[1])).not.toBe(getKey(calls[0]))
})

test('an item added while the merge runs stays in the guest cart', async () => {
  fakeMerge(() => {
    addToGuestCart({ product: sampleProduct, size: 'L' })
    return merged
  })
  await mergeGuestCart(user)
  expect(getGuestCart()).toMatchObject([{ size: 'L', qty: 1 }])
})

test('notices of the server are collected once', async () => {
  const notices = ['Only 1 left of Tee.']
  fakeMerge({ ...merged, notices }, { ...merged, notices })
  await mergeGuestCart(user)
  addToGuestCart({ product: sampleProduct, size: 'L' })
  await mergeGuestCart(user)
  expect(useMergeNotices.getState().notices).toEqual(notices)
})
