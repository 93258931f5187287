import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { guardTranslatedTexts } from './guard-translated-texts.ts'

beforeAll(() => guardTranslatedTexts())

/** Puts each text into a <font>, as a browser's translation does: the text itself, or a new one in its place. */
async function translate(way: 'moves' | 'replaces'): Promise<void> {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(way === 'moves' ? text : text.data)
  }
  // The observer is told after the current task.
  await act(async () => {})
}

let change: (count: number) => void

/** Texts beside elements and below each other, which come, go and change. */
function Cart() {
  const [count, setCount] = useState(1)
  change = setCount
  return (
    <p data-testid="cart">
      {count > 2 && 'Many: '}
      Subtotal, {count} {count === 1 ? 'item' : 'items'}: <b>₹{799 * count}</b>
      {count < 2 ? ' alone' : <i> together</i>}
      {count > 1 && <span>Remove</span>}
    </p>
  )
}

const read = () => screen.getByTestId('cart').textContent

test.each(['moves', 'replaces'] as const)('a translation that %s texts shows every change and throws nothing', async (way) => {
  render(<Cart />)
  const expected: Record<number, string> = {
    1: 'Subtotal, 1 item: ₹799 alone',
    2: 'Subtotal, 2 items: ₹1598 togetherRemove',
    3: 'Many: Subtotal, 3 items: ₹2397 togetherRemove',
  }
  for (const count of [2, 3, 1, 3, 2, 1, 2]) {
    await translate(way)
    act(() => change(count))
    expect(read()).toBe(expected[count])
  }
})
