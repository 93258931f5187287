import { useState } from 'react'
import type { CartItem, CartStore } from './cart-store.ts'

interface RemovedItem {
  readonly item: CartItem
  /** the index of its row */
  readonly index: number
}

interface Row {
  readonly item: CartItem
  readonly isRemoved: boolean
}

/** The rows of a cart: its items and, in their places, the items that were removed since the screen was opened. */
export function useRemovedRows({ items, restore }: Pick<CartStore, 'items' | 'restore'>) {
  const [removed, setRemoved] = useState<readonly RemovedItem[]>([])
  const forget = (key: string) => setRemoved((before) => before.filter(({ item }) => item.key !== key))
  // A removal that is being saved, or has failed, is still in the cart.
  const gone = removed.filter(({ item }) => !items.some(({ key }) => key === item.key))
  const rows: Row[] = items.map((item) => ({ item, isRemoved: false }))
  for (const { item, index } of gone.toSorted((a, b) => a.index - b.index)) rows.splice(index, 0, { item, isRemoved: true })
  return {
    rows,
    lastRemoved: gone.at(-1)?.item,
    rememberRow: (row: RemovedItem) => {
      forget(row.item.key)
      setRemoved((before) => [...before, row])
    },
    restoreRow: async ({ item, index }: RemovedItem) => {
      const cartIndex = rows.slice(0, index).filter(({ isRemoved }) => !isRemoved).length
      if (await restore(item, cartIndex)) forget(item.key)
    },
  }
}
