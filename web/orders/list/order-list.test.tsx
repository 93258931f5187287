import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import { codOrdersPath, loadCodOrders, type OrderPage } from './load-orders.ts'
import { OrderList } from './order-list.tsx'

const Page = () => <OrderList path={codOrdersPath} orderPage={useLoaderData<OrderPage>()} />

test('an order list that fails to load keeps its heading and can be retried', async () => {
  let answer: FakeAnswer = 'offline'
  fakeApi({ 'GET /cod/codOrder': () => answer })
  const router = createMemoryRouter(
    [{ path: codOrdersPath, loader: () => loadCodOrders(undefined), Component: Page, hydrateFallbackElement: <p>Loading</p> }],
    {
      initialEntries: [codOrdersPath],
    },
  )
  await act(async () => void render(<RouterProvider router={router} />))
  expect((await screen.findByRole('alert')).textContent).toContain('We just could not load this list.')
  screen.getByRole('heading', { level: 1, name: 'My orders' })
  answer = { codorder: [], total: 0 }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No orders found.')
})
