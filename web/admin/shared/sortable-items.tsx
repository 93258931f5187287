import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { MoveButtons } from '../kit/move-buttons.tsx'

interface SortableItemsProps<Item> {
  items: readonly Item[]
  getLabel: (item: Item, index: number) => string
  onChange: (items: Item[]) => void
  /** the fields of an item */
  children: (item: Item, index: number) => ReactNode
}

/** Parts of a form in their order, each with buttons that move and remove it. */
export function SortableItems<Item extends { readonly id: string }>({ items, getLabel, onChange, children }: SortableItemsProps<Item>) {
  const ids = items.map(({ id }) => id)
  return (
    <ol className="flex flex-col gap-4">
      {items.map((item, index) => {
        const label = getLabel(item, index)
        return (
          <li key={item.id} className="flex flex-col gap-4 rounded-control border border-line p-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="font-semibold">{label}</h3>
              <span className="flex items-center gap-2">
                <MoveButtons
                  ids={ids}
                  id={item.id}
                  label={label}
                  onMove={(moved) => onChange(moved.flatMap((id) => items.find((other) => other.id === id) ?? []))}
                />
                <Button variant="quiet" onClick={() => onChange(items.filter((other) => other.id !== item.id))}>
                  Remove<span className="sr-only"> {label}</span>
                </Button>
              </span>
            </div>
            {children(item, index)}
          </li>
        )
      })}
    </ol>
  )
}
