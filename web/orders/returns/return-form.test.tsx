import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { ReturnForm } from './return-form.tsx'
import type { ReturnPreview, ReturnSource } from './return-source.ts'

// jsdom cannot draw a photo: each copy is a new file, as in a browser.
vi.mock('./shrink-photo.ts', () => ({ shrinkPhoto: async ({ name, type }: File) => new File(['smaller'], name, { type }) }))

const item = { _id: 'tee', name: 'Tee', image: '/images/tee/800.webp', quantity: 2, price: 799, size: 'M', line: 1, returnable: 2 }
const order: ReturnableOrder = {
  number: '7K3M-9QXT',
  orderStatus: 'Delivered',
  lastDay: '2026-11-30',
  isInTime: true,
  faultLastDay: '2028-11-22',
  isFaultInTime: true,
  fee: 100,
  isPaidOnline: true,
  lines: [item, { ...item, _id: 'cap', name: 'Cap', size: null, line: 2, quantity: 1, returnable: 0 }],
  returns: [],
}

const user = userEvent.setup()
const conflict = new ApiError({ status: 409, body: { message: 'The refund has changed.', code: 'return_amount_changed' } })

const refundOf = (refund: number): ReturnPreview => ({ goods: refund + 100, fee: 100, refund, isFault: false })

function renderForm({
  shown = order,
  ask = async () => ({ message: 'Thank you.', return: { _id: 'r1' } }),
  addPicture = async () => ({ message: 'Added.' }),
}: {
  shown?: ReturnableOrder
  ask?: ReturnSource['ask']
  addPicture?: ReturnSource['addPicture']
} = {}) {
  const source = {
    preview: vi.fn(async ({ lines }: { lines: readonly { quantity: number }[] }) => {
      const goods = 799 * lines.reduce((sum, { quantity }) => sum + quantity, 0)
      return refundOf(goods - 100)
    }),
    ask: vi.fn(ask),
    withdraw: vi.fn(),
    addPicture: vi.fn(addPicture),
    readPicture: vi.fn(),
    deletePicture: vi.fn(),
    takeMoney: vi.fn(),
  }
  const onAsked = vi.fn()
  render(<ReturnForm order={shown} source={source} onAsked={onAsked} />)
  return { source, onAsked }
}

const choose = () => user.click(screen.getByRole('checkbox', { name: 'Return Tee, Size M' }))
const submit = () => user.click(screen.getByRole('button', { name: 'Ask for the return' }))

test('nothing is sent until an item and its reason are chosen', async () => {
  const { source } = renderForm()
  await submit()
  screen.getByText('Choose what you return.')
  await choose()
  await submit()
  screen.getByText('Please choose the reason.')
  expect(document.activeElement).toBe(screen.getByLabelText('Why do you return Tee?'))
  expect([source.preview.mock.calls, source.ask.mock.calls]).toEqual([[], []])
})

test('the refund follows the choice, and the amount that was shown is sent once', async () => {
  const pending = Promise.withResolvers<Awaited<ReturnType<ReturnSource['ask']>>>()
  const { source, onAsked } = renderForm({ ask: () => pending.promise })
  await choose()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'too small')
  await screen.findByText('₹1,498')
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Tee, Size M' }))
  await screen.findByText('₹699')
  await user.dblClick(screen.getByRole('button', { name: 'Ask for the return' }))
  pending.resolve({ message: 'Thank you.', return: { _id: 'r1' } })
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledExactlyOnceWith('Thank you.'))
  expect(source.ask.mock.calls.map(([{ body }]) => body)).toEqual([
    { lines: [{ line: 1, quantity: 1, reason: 'too small' }], note: '', refund: 699 },
  ])
})

test('the refund of an earlier choice is not shown, nor sent, and a late answer for it changes nothing', async () => {
  const { source } = renderForm()
  const [first, second] = [Promise.withResolvers<ReturnPreview>(), Promise.withResolvers<ReturnPreview>()]
  source.preview.mockResolvedValueOnce(refundOf(1498)).mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
  await choose()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'other')
  await screen.findByText('₹1,498')
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Tee, Size M' }))
  expect(screen.queryByText('₹1,498')).toBeNull()
  await submit()
  expect(source.ask).not.toHaveBeenCalled()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'too small')
  await act(async () => second.resolve(refundOf(699)))
  await act(async () => first.resolve(refundOf(650)))
  screen.getByText('₹699')
})

test('a refund that has changed is shown again before it is sent again', async () => {
  const answers = [() => Promise.reject(conflict)]
  const { source, onAsked } = renderForm({
    ask: () => answers.shift()?.() ?? Promise.resolve({ message: 'Thank you.', return: { _id: 'r1' } }),
  })
  await choose()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'other')
  await screen.findByText('₹1,498')
  await submit()
  await screen.findByText('The refund has changed.')
  expect(source.preview).toHaveBeenCalledTimes(2)
  await screen.findByText('₹1,498')
  await submit()
  expect(onAsked).toHaveBeenCalledOnce()
  const keys = source.ask.mock.calls.map(([{ key }]) => key)
  expect(keys[0]).toBe(keys[1])
})

test('an item that is on its way back cannot be chosen', () => {
  renderForm()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Return Cap, Size to be confirmed' }).disabled).toBe(true)
})

test('after the last day only faulty and wrong items are left', async () => {
  renderForm({ shown: { ...order, isInTime: false } })
  screen.getByText(/The last day to return items was 30 November 2026/)
  await choose()
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose the reason',
    'Faulty',
    'Not the item I ordered',
  ])
})

/** jsdom has no addresses for files. */
function stubPreviews() {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => {} }))
}

const photo = (name: string, type = 'image/jpeg') => new File(['photo'], name, { type })
const chooseFault = async () => {
  stubPreviews()
  await choose()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'faulty')
  await screen.findByText('₹1,498')
}
/** As somebody who asks the window of files for all of them. */
const chooseFiles = (label: string, ...files: File[]) => userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(label), files)

test('photos are for faults, at most three, and can be removed before they are sent', async () => {
  const { source, onAsked } = renderForm()
  await choose()
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'too small')
  expect(screen.queryByText('Choose photos')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Return Tee, Size M' }))
  await chooseFault()
  const files = [photo('1.jpg'), photo('notes.pdf', 'application/pdf'), photo('2.jpg'), photo('3.jpg'), photo('4.jpg')]
  await chooseFiles('Choose photos', ...files)
  screen.getByText(/^Not added: notes.pdf, 4.jpg\. A return has at most 3 photos/)
  expect(screen.queryByLabelText('Add another photo')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  await submit()
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledOnce())
  expect(source.addPicture.mock.calls.map(([{ returnId, image }]) => [returnId, image.name])).toEqual([
    ['r1', '2.jpg'],
    ['r1', '3.jpg'],
  ])
})

test('after a lost connection the photos are sent again, and the return is asked for once', async () => {
  const failures = [new NetworkError('network')]
  const addPicture = async () => {
    const failure = failures.pop()
    if (failure) throw failure
    return { message: 'Added.' }
  }
  const { source, onAsked } = renderForm({ addPicture })
  await chooseFault()
  await chooseFiles('Choose photos', photo('1.jpg'), photo('2.jpg'))
  await submit()
  const heading = await screen.findByRole('heading', { name: 'Your request has reached us, but not all photos' })
  expect(document.activeElement).toBe(heading)
  screen.getByRole('img', { name: '1: 1.jpg' })
  expect(screen.queryByRole('img', { name: /2.jpg/ })).toBeNull()
  expect(onAsked).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledExactlyOnceWith('Thank you.'))
  screen.getByRole('button', { name: 'Ask for the return' })
  expect(source.ask).toHaveBeenCalledOnce()
  const keys = source.addPicture.mock.calls.map(([{ key }]) => key)
  expect([keys.length, keys[2]]).toEqual([3, keys[0]])
  const images = source.addPicture.mock.calls.map(([{ image }]) => image)
  expect(images[2], 'a repeated request has the same contents').toBe(images[0])
})

test('a return can go on without its photos', async () => {
  const { onAsked } = renderForm({ addPicture: () => Promise.reject(new NetworkError('network')) })
  await chooseFault()
  await chooseFiles('Choose photos', photo('1.jpg'))
  await submit()
  await user.click(await screen.findByRole('button', { name: 'Continue without' }))
  expect(onAsked).toHaveBeenCalledExactlyOnceWith('Thank you.')
})

const offered = [
  { product: 'tee', name: 'Tee', image: '', size: 'L', stock: 3 },
  { product: 'tee', name: 'Tee', image: '', size: 'XL', stock: 0 },
  { product: 'red', name: 'Red tee', image: '', size: 'M', stock: 9 },
]
const exchangeable: ReturnableOrder = {
  ...order,
  exchange: { fee: 0, isSentAtOnce: false },
  lines: [{ ...item, offered }, ...order.lines.slice(1)],
}

test('an item is exchanged for a size or colour that is in stock', async () => {
  const { source } = renderForm({ shown: exchangeable })
  await user.click(screen.getByRole('radio', { name: 'Another size or colour' }))
  await user.click(screen.getByRole('checkbox', { name: 'Exchange Tee, Size M' }))
  await user.selectOptions(screen.getByLabelText('Why do you return Tee?'), 'Too small')
  const button = screen.getByRole('button', { name: 'Ask for the exchange' })
  await user.click(button)
  screen.getByText('Please choose what you want instead.')
  expect(source.preview).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Tee, Size M' }))
  expect(screen.getByRole('option', { name: 'Size XL: sold out' })).toHaveProperty('disabled', true)
  screen.getByRole('option', { name: 'Size L: only 3 left' })
  await user.selectOptions(screen.getByLabelText('What do you want instead of Tee?'), 'Red tee, Size M')
  await screen.findByText('You pay')
  await user.click(button)
  const lines = [{ line: 1, quantity: 1, reason: 'too small', newProduct: 'red', newSize: 'M' }]
  expect(source.preview).toHaveBeenLastCalledWith({ kind: 'exchange', lines })
  expect(source.ask.mock.calls.map(([{ body }]) => body)).toEqual([{ lines, note: '', refund: 699, kind: 'exchange', toPay: 0 }])
})

test('where items are not exchanged nothing else is offered', () => {
  renderForm()
  expect(screen.queryByRole('radio')).toBeNull()
})
