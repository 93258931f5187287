import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { AdminCollection } from '#contract/catalog/collections.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { CollectionPicture } from './collection-drawer.tsx'

vi.mock('../../../orders/shared/send-form.ts', () => ({ sendForm: vi.fn() }))

const user = userEvent.setup()
const collection: AdminCollection = {
  _id: 'c',
  slug: 'festive',
  title: 'Festive',
  text: '',
  from: null,
  until: null,
  isShown: true,
  products: [],
  version: 1,
  image: '/images/festive/800.webp',
  backdrop: '#aabbcc',
}

function Section() {
  const [shown, setShown] = useState(collection)
  return <CollectionPicture collection={shown} onSaved={setShown} onEdit={() => undefined} />
}

test('after the picture is removed the focus is on the field for another one', async () => {
  const without = { ...collection, image: null, backdrop: null }
  fakeApi({ 'DELETE /collections/:id/picture': () => ({ message: 'Picture removed', collection: without }) })
  render(<Section />)
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Picture removed')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Image'))
})

test('an upload does not replace what was saved while it was sent', async () => {
  let resolve: (reply: object) => void = () => {}
  vi.mocked(sendForm).mockReturnValue(new Promise((settle) => (resolve = settle as never)))
  const first = vi.fn()
  const second = vi.fn()
  const { rerender } = render(<CollectionPicture collection={collection} onSaved={first} onEdit={() => undefined} />)
  await user.upload(screen.getByLabelText('Image'), new File(['x'], 'a.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'Replace picture' }))
  expect(screen.getByLabelText<HTMLInputElement>('Image').disabled).toBe(true)
  rerender(<CollectionPicture collection={{ ...collection, title: 'Diwali' }} onSaved={second} onEdit={() => undefined} />)
  await act(async () => resolve({ message: 'Picture saved', collection }))
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})
