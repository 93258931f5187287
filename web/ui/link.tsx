import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

export interface LinkProps extends RouterLinkProps {
  to: string
}

/** Renders the same element as the router's link without its hooks, which dominate the render time of a page with 50 links. */
function ServerLink(props: LinkProps) {
  const {
    to,
    discover,
    prefetch,
    relative,
    reloadDocument,
    replace,
    mask,
    state,
    preventScrollReset,
    viewTransition,
    defaultShouldRevalidate,
    ...rest
  } = props
  return to.startsWith('/') ? <a {...rest} href={to} data-discover="true" /> : <RouterLink {...props} />
}

/** A link within the site, followed by the router. */
export const Link: (props: LinkProps) => React.ReactNode = import.meta.env.SSR ? ServerLink : RouterLink
