import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'

/** `primary` is the main action of a screen, `ink` a strong secondary action, `outline` and `quiet` are for everything else. */
export type ButtonVariant = 'primary' | 'ink' | 'outline' | 'quiet'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-madder text-on-madder hover:bg-madder-deep disabled:bg-line disabled:text-soft',
  ink: 'bg-ink text-paper hover:bg-soft disabled:bg-line disabled:text-soft',
  outline: 'border border-edge text-ink hover:border-ink hover:bg-sunk disabled:border-line disabled:bg-sunk disabled:text-soft',
  quiet:
    'text-ink underline decoration-dashed decoration-1 underline-offset-4 hover:decoration-solid disabled:text-soft disabled:no-underline',
}

export function buttonClass(variant: ButtonVariant, className = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold leading-tight transition-colors duration-150 ${variants[variant]} ${className}`
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
}

export function Button({ variant = 'outline', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />
}

export function LinkButton({
  variant = 'outline',
  className,
  ...rest
}: Omit<LinkProps, 'className'> & { variant?: ButtonVariant; className?: string }) {
  return <Link className={buttonClass(variant, className)} {...rest} />
}
