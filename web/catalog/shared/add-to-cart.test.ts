import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { errorAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setUser } from '../../session/session.ts'
import { showToast } from '../../ui/toast.ts'
import { addToCart } from './add-to-cart.ts'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

beforeEach(() => setUser({ _id: 'asha', name: 'asha', role: 'user' } as User))

test('a size that was sold meanwhile is said, and the page is told to load it again', async () => {
  const onRefused = vi.fn()
  fakeApi({ 'POST /cart/add': () => errorAnswer({ status: 409, code: 'sold_out', message: 'Tee (M) is sold out.' }) })
  await addToCart({ product: sampleProduct, size: 'M', onRefused })
  expect(showToast).toHaveBeenCalledWith({ text: 'Tee (M) is sold out.', kind: 'error' })
  expect(onRefused).toHaveBeenCalledOnce()
})

test('without a connection the page stays as it is', async () => {
  const onRefused = vi.fn()
  fakeApi({ 'POST /cart/add': () => 'offline' })
  await addToCart({ product: sampleProduct, size: 'M', onRefused })
  expect(onRefused).not.toHaveBeenCalled()
})
