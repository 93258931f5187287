import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'

/** Paths that the router would not change: absolute, without dots, and without empty parts, which are looked for apart. */
const plainPath = /^\/[\w/-]*[\w-](?:\?[\w=&%+-]+)?$/

/** The same markup as the router's link: the server needs neither its handlers nor its place in the tree of routes. */
export function ServerLink(props: ComponentProps<typeof RouterLink>) {
  const { to, onClick, discover, prefetch, relative, reloadDocument, replace, mask, state, preventScrollReset, viewTransition, ...rest } =
    props
  if (typeof to !== 'string' || to.includes('//') || !plainPath.test(to)) return <RouterLink {...props} />
  return <a {...rest} href={to} data-discover="true" />
}

/** The router's link. A page has about a hundred, and resolving them takes a tenth of the time of its rendering. */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink
