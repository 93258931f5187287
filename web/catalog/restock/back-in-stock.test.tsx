import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import BackInStock from './back-in-stock.tsx'

const target = { product: { _id: 'kurta', name: 'Indigo kurta' }, size: 'M', email: 'asha@example.com', state: 'unconfirmed' }

async function show(data: object) {
  const loaderData = { token: 'the-token', error: undefined, ...data }
  const element = <BackInStock {...({ loaderData } as Parameters<typeof BackInStock>[0])} />
  await act(async () => void render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />))
}

test('opening the link changes nothing; a confirmation that failed is repeated', async () => {
  const answers: FakeAnswer[] = ['offline', { message: 'Thank you.' }]
  const calls = fakeApi({ 'POST /products/restock': () => answers.shift() ?? {} })
  await show({ target })
  screen.getByText('Shall we email asha@example.com once, when Indigo kurta in M is in stock again?')
  expect(calls).toEqual([])
  const button = screen.getByRole('button', { name: 'Yes, email asha@example.com' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  await screen.findByText('Thank you.')
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }, { token: 'the-token' }])
})

test('a confirmed request can only be ended, and a link that has ended says so', async () => {
  fakeApi({ 'POST /products/restock/stop': () => ({ message: 'Stopped.' }) })
  await show({ target: { ...target, state: 'notified' } })
  expect(screen.queryByRole('button', { name: /^Yes/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'No more emails about stock' }))
  await screen.findByText('Stopped.')
  await show({ target: undefined, error: 'This link does not work any more.' })
  screen.getByText('This link does not work any more.')
})
