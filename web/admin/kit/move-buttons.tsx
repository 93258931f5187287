import { Icon } from '../../ui/icon.tsx'
import { SmallButton } from './small-button.tsx'

interface MoveButtonsProps {
  /** the ids of the whole list, in its order */
  ids: readonly string[]
  id: string
  /** the name of the item */
  label: string
  /** gets the ids in the new order */
  onMove: (ids: readonly string[]) => void
}

/** Moves an item of an ordered list one place up or down. A button at the end of the list keeps the focus. */
export function MoveButtons({ ids, id, label, onMove }: MoveButtonsProps) {
  const index = ids.indexOf(id)
  const move = (to: number) => {
    if (to < 0 || to >= ids.length) return
    onMove(ids.toSpliced(index, 1).toSpliced(to, 0, id))
  }
  return (
    <span className="inline-flex gap-1">
      {(
        [
          ['up', index - 1],
          ['down', index + 1],
        ] as const
      ).map(([direction, to]) => (
        <SmallButton
          key={direction}
          aria-label={`Move ${label} ${direction}`}
          aria-disabled={to < 0 || to >= ids.length}
          onClick={() => move(to)}
          className="min-w-11 px-0 aria-disabled:opacity-40 sm:min-w-9"
        >
          <Icon name="down" size={18} className={direction === 'up' ? 'rotate-180' : ''} />
        </SmallButton>
      ))}
    </span>
  )
}
