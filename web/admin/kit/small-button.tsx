import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayOpen } from './screen-rights.ts'

export const smallButtonClass =
  'inline-flex min-h-11 sm:min-h-9 items-center justify-center gap-1.5 rounded-control border border-edge px-3 py-1 text-sm font-semibold hover:border-ink hover:bg-sunk'

/** A button of a row, or beside a heading. */
export const SmallButton = ({ className = '', ...button }: ComponentProps<'button'>) => (
  <button type="button" className={`${smallButtonClass} ${className}`} {...button} />
)

interface ScreenLinkProps extends ComponentProps<typeof Link> {
  to: string
  /** in place of the link, for administrators who may not open the screen */
  otherwise?: ReactNode
}

/** A link to another screen, left out for administrators who may not open it. */
export const ScreenLink = ({ otherwise = null, ...link }: ScreenLinkProps) => (useMayOpen(link.to) ? <Link {...link} /> : otherwise)

/** A `ScreenLink` that looks like a `SmallButton`. */
export const SmallLink = ({ className = '', ...link }: ScreenLinkProps) => (
  <ScreenLink className={`${smallButtonClass} ${className}`} {...link} />
)
