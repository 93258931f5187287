import { type ReactNode, useId } from 'react'

/** A part of a screen with a heading. */
export function Section({ title, className = 'gap-3', children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`flex flex-col ${className}`}>
      <h2 id={id} className="font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
