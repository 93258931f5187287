import type { ComponentProps } from 'react'
import { Link } from 'react-router'

export const smallButtonClass =
  'inline-flex min-h-11 sm:min-h-9 items-center justify-center gap-1.5 rounded-control border border-edge px-3 py-1 text-sm font-semibold hover:border-ink hover:bg-sunk'

/** A button of a row, or beside a heading. */
export const SmallButton = ({ className = '', ...button }: ComponentProps<'button'>) => (
  <button type="button" className={`${smallButtonClass} ${className}`} {...button} />
)

/** A link that looks like a `SmallButton`. */
export const SmallLink = ({ className = '', ...link }: ComponentProps<typeof Link>) => (
  <Link className={`${smallButtonClass} ${className}`} {...link} />
)
