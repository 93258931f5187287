import { act, render, screen, within } from '@testing-library/react'
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

/** A button by its role and name, looked for beside buttons with that label or text only: a search of the whole cart is slow in jsdom. */
export function button(name: string | RegExp): HTMLButtonElement {
  const isNamed = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const named = [...document.querySelectorAll('button')].filter((each) => isNamed(each.getAttribute('aria-label') ?? each.textContent))
  const [found, ...others] = named
  if (!found?.parentElement || others.length > 0) throw new Error(`${named.length} buttons are called ${name}.`)
  return within(found.parentElement).getByRole<HTMLButtonElement>('button', { name })
}

export const getQuantities = () => screen.getAllByLabelText('Quantity').map((output) => output.textContent)
