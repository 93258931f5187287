import type { ComponentProps } from 'react'
import { Link, type LinkProps } from './link.tsx'

/** `primary` is the one thing to do on a screen; `ink` its everyday sibling; `outline` and `quiet` stand back. */
export type ButtonLook = 'primary' | 'ink' | 'outline' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-madder text-on-madder hover:bg-madder-deep disabled:bg-line disabled:text-soft',
  ink: 'bg-ink text-paper hover:bg-soft disabled:bg-line disabled:text-soft',
  outline: 'border border-edge text-ink hover:border-ink hover:bg-sunk disabled:border-line disabled:bg-sunk disabled:text-soft',
  quiet:
    'text-ink underline decoration-dashed decoration-1 underline-offset-4 hover:decoration-solid disabled:text-soft disabled:no-underline',
}

export function buttonClass(look: ButtonLook, className = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold leading-tight transition-colors duration-150 ${looks[look]} ${className}`
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
}

export function Button({ look = 'outline', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />
}

export function LinkButton({
  look = 'outline',
  className,
  ...rest
}: Omit<LinkProps, 'className'> & { look?: ButtonLook; className?: string }) {
  return <Link className={buttonClass(look, className)} {...rest} />
}
