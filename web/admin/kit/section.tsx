import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  className?: string
  heading?: 'h2' | 'h3'
  headingClassName?: string
  children: ReactNode
}

/** A part of a screen with a heading. */
export function Section({
  title,
  className = 'gap-3',
  heading: Heading = 'h2',
  headingClassName = 'font-display text-2xl',
  children,
}: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`flex flex-col ${className}`}>
      <Heading id={id} className={headingClassName}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** What is shown only on request, such as what happened before. */
export const Details = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="text-sm">
    <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline decoration-dashed underline-offset-4 sm:min-h-8">
      {title}
    </summary>
    {children}
  </details>
)
