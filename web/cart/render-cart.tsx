import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { CartView, type CartViewProps } from './cart-view.tsx'

const viewProps = { shopHref: '/buy', emptyText: 'Items stay here.', orderLabel: 'Order' }

interface CartOptions {
  /** a hook, because a store is one */
  readonly useStore: () => CartViewProps['store']
  readonly onOrder?: () => void
}

const Cart = ({ useStore, onOrder }: Required<CartOptions>) => <CartView {...viewProps} store={useStore()} onOrder={onOrder} />

/** Renders a cart on a page of its own. */
export async function renderCart({ useStore, onOrder = () => {} }: CartOptions): Promise<void> {
  const router = createMemoryRouter([{ path: '*', element: <Cart useStore={useStore} onOrder={onOrder} /> }])
  await act(async () => void render(<RouterProvider router={router} />))
}

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
export const getQuantities = () => screen.getAllByLabelText('Quantity').map((output) => output.textContent)
