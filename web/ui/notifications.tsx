import { Popover } from 'radix-ui'
import { Icon } from './icon.tsx'

/** The bell and the list that it opens. */
export function Notifications() {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label="Notifications"
        className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk data-[state=open]:bg-sunk"
      >
        <Icon name="bell" size={22} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={8}
          collisionPadding={16}
          className="rise z-50 w-[min(20rem,calc(100vw-2rem))] rounded-control border border-line bg-raised p-5 text-ink shadow-lift outline-none"
        >
          <h2 className="font-display text-xl">Notifications</h2>
          <p className="mt-1 text-soft">Nothing yet. News of your orders will appear here.</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
