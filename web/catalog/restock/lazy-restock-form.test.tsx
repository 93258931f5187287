import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { showToast } from '../../ui/toast.ts'
import { LazyRestockForm } from './lazy-restock-form.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const kurta = {
  ...sampleProduct,
  stock: 3,
  sizes: ['M', 'L', 'XL'],
  sizeStock: [
    { size: 'M', stock: 0 },
    { size: 'L', stock: 3 },
    { size: 'XL', stock: 0 },
  ],
}
const user = userEvent.setup()
const openForm = async () => user.click(screen.getByRole('button', { name: /^Notify me when/ }))

test('is not shown while everything is in stock', () => {
  const { container } = render(<LazyRestockForm product={sampleProduct} size={undefined} />)
  expect(container.childElementCount).toBe(0)
})

test('offers the sold-out sizes, and a double click asks once', async () => {
  const reply = Promise.withResolvers<object>()
  const calls = fakeApi({ 'POST /products/:id/restock': () => reply.promise })
  render(<LazyRestockForm product={kurta} size={undefined} />)
  await openForm()
  const select = await screen.findByLabelText<HTMLSelectElement>('Sold-out size')
  expect([...select.options].map(({ value }) => value)).toEqual(['M', 'XL'])
  expect(document.activeElement).toBe(select)
  await user.selectOptions(select, 'XL')
  await user.type(screen.getByLabelText('Email'), ' asha@example.com ')
  await user.dblClick(screen.getByRole('button', { name: 'Notify me' }))
  reply.resolve({ message: 'We have sent a link.' })
  const focused = await screen.findByText('We have sent a link.')
  await waitFor(() => expect(document.activeElement).toBe(focused))
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    [`/products/${kurta._id}/restock`, { email: 'asha@example.com', size: 'XL' }],
  ])
})

test('a pressed size opens the form with it, also after another one', async () => {
  fakeApi({ 'POST /products/:id/restock': () => ({ message: 'Sent.' }) })
  const { rerender } = render(<LazyRestockForm product={kurta} size="XL" />)
  const read = async () => (await screen.findByLabelText<HTMLSelectElement>('Sold-out size')).value
  expect(await read()).toBe('XL')
  await user.type(screen.getByLabelText('Email'), 'asha@example.com{Enter}')
  await screen.findByText('Sent.')
  rerender(<LazyRestockForm product={kurta} size="M" />)
  expect(await read()).toBe('M')
})

test('an invalid address and a lost connection keep what was typed', async () => {
  const answers: FakeAnswer[] = [
    Response.json(
      { code: 'invalid_request', message: 'Check', fields: { email: 'Email must look like name@example.com.' } },
      { status: 400 },
    ),
    'offline',
    { message: 'Sent.' },
  ]
  fakeApi({ 'POST /products/:id/restock': () => answers.shift() ?? errorAnswer({ status: 500 }) })
  render(<LazyRestockForm product={{ ...sampleProduct, stock: 0 }} size={undefined} />)
  await openForm()
  const field = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(screen.queryByLabelText('Sold-out size')).toBeNull()
  const send = () => user.click(screen.getByRole('button', { name: 'Notify me' }))
  await send()
  screen.getByText('Email is required.')
  await user.type(field, 'asha')
  await send()
  await screen.findByText('Email must look like name@example.com.')
  expect(document.activeElement).toBe(field)
  await send()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(field.value).toBe('asha')
  await send()
  await screen.findByText('Sent.')
})

test('a form that could not be loaded is loaded again on request', async () => {
  vi.doMock('./restock-form.tsx', () => Promise.reject(new Error('offline')))
  render(<LazyRestockForm product={kurta} size={undefined} />)
  await openForm()
  await waitFor(() => expect(showToast).toHaveBeenCalledWith({ text: 'An error occurred while fetching data', kind: 'error' }))
  vi.doUnmock('./restock-form.tsx')
  await openForm()
  expect(await screen.findByLabelText('Sold-out size')).toBe(document.activeElement)
})
