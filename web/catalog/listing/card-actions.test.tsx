import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { setUser } from '../../session/session.ts'
import { CardActions } from './card-actions.tsx'

const show = (change: Partial<typeof sampleProduct> = {}) =>
  render(
    <MemoryRouter>
      <CardActions product={{ ...sampleProduct, ...change }} mySize={undefined} />
    </MemoryRouter>,
  )

test('a sold-out product is marked and cannot be added', () => {
  show({ stock: 0 })
  expect(screen.getByRole('button', { name: 'Sold out' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull()
})

test('a double click on a card adds one item to the cart of a shopper', async () => {
  setUser({ _id: 'asha', name: 'asha', role: 'user' } as User)
  const line = { product: sampleProduct, size: 'M', quantity: 1, problem: null, notice: null }
  const calls = fakeApi({
    'POST /cart/add': () => ({ message: 'Added.', cart: [line] }),
    'GET /cart': () => ({ cart: [line], deliveryAddress: null }),
  })
  show()
  await userEvent.click(screen.getByRole('radio', { name: 'M' }))
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add to Cart' }))
  await waitFor(() => expect(calls).not.toEqual([]))
  await vi.dynamicImportSettled()
  expect(calls.filter(({ route }) => route === 'POST /cart/add').map(({ body }) => body)).toMatchObject([{ product: 'tee', size: 'M' }])
})
