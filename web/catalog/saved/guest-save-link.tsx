import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import { loginHref } from '../../session/login-href.ts'
import { useSession } from '../../session/session.ts'
import { savedItemsPath } from './saved-items-path.ts'

/** The heart for guests: leads to the login screen, and saves the product after signing in. */
export function GuestSaveLink({ product: { _id, name }, className }: { product: Pick<Product, '_id' | 'name'>; className: string }) {
  const isGuest = useSession(({ user }) => !user)
  if (!isGuest) return null
  return (
    <Link
      discover="none"
      to={loginHref({ pathname: savedItemsPath, search: `?${new URLSearchParams({ save: _id })}` })}
      aria-label={`Sign in to save ${name} for later`}
      className={`heart-button ${className}`}
    />
  )
}
