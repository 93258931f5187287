import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** `primary` is the main action of a screen, `ink` a strong secondary action, `outline` and `quiet` are for everything else. */
export type ButtonVariant = 'primary' | 'ink' | 'outline' | 'quiet'

/** One class name of theme.css each, because a listing page has 14 buttons. */
const variants: Record<ButtonVariant, string> = {
  primary: 'button button-primary',
  ink: 'button button-ink',
  outline: 'button button-outline',
  quiet: 'button button-quiet',
}

export function buttonClass(variant: ButtonVariant, className = ''): string {
  return className === '' ? variants[variant] : `${variants[variant]} ${className}`
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
}: Omit<ComponentProps<typeof Link>, 'className'> & { variant?: ButtonVariant; className?: string }) {
  // Every route is known at the start: the attribute of route discovery only makes pages longer.
  return <Link discover="none" className={buttonClass(variant, className)} {...rest} />
}
