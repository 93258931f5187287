import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from './section.tsx'
import type { useResource } from './use-resource.ts'

interface DrawerProps<Data> {
  resource: ReturnType<typeof useResource<Data>>
  title: string
  /** asks before it closes and drops them */
  hasEdits?: () => boolean
  onClose: () => void
  children: (data: Data) => ReactNode
}

/** A panel with the details of a list item, on a native <dialog>. Escape and a click on the backdrop close it. */
export function Drawer<Data>({ resource: { data, error, reload }, title, hasEdits = () => false, onClose, children }: DrawerProps<Data>) {
  const { ref, handleClose } = useDialog({ onClose })
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const requestClose = () => (hasEdits() ? setAsking(true) : ref.current?.close())
  /** Browsers let only the first of two Escapes be cancelled by `cancel`, so the key is cancelled, too. */
  const askFirst = (event: SyntheticEvent) => {
    if (!hasEdits() || (event.target as Element).closest('dialog') !== ref.current) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && askFirst(event)}
      onCancel={askFirst}
      onClose={handleClose}
      onClick={(event) => event.target === ref.current && requestClose()}
      className="mr-0 ml-auto h-dvh max-h-none w-[min(46rem,100vw)] max-w-none bg-page p-0 text-ink shadow-lift backdrop:bg-[oklch(15%_0.01_60/0.55)]"
    >
      <div className="sticky top-0 z-10 flex min-h-16 items-center justify-between gap-4 border-b border-line bg-page px-4 sm:px-8">
        <h2 id={id} className="min-w-0 truncate font-display text-2xl">
          {title}
        </h2>
        <button
          type="button"
          onClick={requestClose}
          aria-label="Close"
          className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunk"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="flex flex-col gap-8 px-4 py-6 sm:px-8">
        {/* In sight of a form further below, which stays open. */}
        <div className="sticky top-16 z-10 border-b border-line bg-page py-2 empty:hidden">
          <LoadError error={error} onRetry={reload} />
        </div>
        {error === undefined && data === undefined && <DrawerSkeleton />}
        {data !== undefined && children(data)}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          text="What you changed here is not saved."
          action="Discard"
          busy={false}
          onConfirm={() => ref.current?.close()}
          onClose={() => setAsking(false)}
        />
      )}
    </dialog>
  )
}

function DrawerSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      {['w-1/3', 'w-full', 'w-2/3', 'w-full'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a static list
        <span key={index} aria-hidden="true" className={`delayed h-6 rounded-control bg-sunk ${width}`} />
      ))}
    </div>
  )
}

/** Why something in a drawer could not be loaded. */
export function LoadError({ error, onRetry }: { error: string | undefined; onRetry: () => void }) {
  if (error === undefined) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p className="font-medium text-bad">{error}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** A section of a drawer with a heading. */
export const DrawerSection = (section: { title: string; children: ReactNode }) => (
  <Section heading="h3" headingClassName="border-b border-line pb-1.5 font-semibold" {...section} />
)

export type DrawerFigure = readonly [name: string, value: ReactNode]

/** Amounts in a drawer, each beside its name. */
export const DrawerFigures = ({ rows }: { rows: readonly DrawerFigure[] }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums">
    {rows.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-soft">{name}</dt>
        <dd className="text-right">{value}</dd>
      </div>
    ))}
  </dl>
)
