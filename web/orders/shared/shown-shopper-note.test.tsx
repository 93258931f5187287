import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShownShopperNote } from './shown-shopper-note.tsx'

const read = (order: Parameters<typeof ShownShopperNote>[0]['order']) => render(<ShownShopperNote order={order} />).container.textContent

test('the note and the gift of an order are shown, and nothing without them', () => {
  expect(read({ note: 'Call first\nGate 4', isGift: true })).toBe('Note: Call first\nGate 4Gift: the packing slip has no prices.')
  expect(read({ note: 'Call first' })).toBe('Note: Call first')
  expect(read({})).toBe('')
})
