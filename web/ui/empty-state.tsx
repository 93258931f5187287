import type { ReactNode } from 'react'
// A file of its own, because the first script is loaded before anything can be used.
import drawing from './empty-state.svg?no-inline'

/** Replaces a list or a page that is empty, missing or failed to load. `alert` announces it to screen readers. */
export function EmptyState({
  title,
  children,
  action,
  alert = false,
  level = 2,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  alert?: boolean
  level?: 1 | 2
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div role={alert ? 'alert' : undefined} className="flex flex-col items-center gap-4 px-4 py-16 text-center sm:py-24">
      <EmptyHanger />
      <Heading className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)]">{title}</Heading>
      {children && <div className="max-w-prose wrap-anywhere text-balance text-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

function EmptyHanger() {
  return (
    <svg viewBox="0 0 120 76" width="120" height="76" fill="none" aria-hidden="true" strokeLinecap="round" strokeLinejoin="round">
      <use href={`${drawing}#hanger`} className="stroke-ink" />
      <use href={`${drawing}#thread`} className="stroke-thread" />
    </svg>
  )
}
