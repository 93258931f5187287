import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { AdminCollection } from '#contract/catalog/collections.ts'
import { fakeApi } from '../../../api/fake-api.ts'
import { CollectionPicture } from './collection-picture.tsx'

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
