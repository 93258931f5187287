import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

export interface LinkProps extends RouterLinkProps {
  to: string
}

/**
 * The element that the router's link writes. That one works out where it stands and how it would be followed, fifty times a
 * page, and a server follows no link.
 */
function WrittenLink(props: LinkProps) {
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

/** A link to a page of the shop, which is shown without loading the document anew. */
export const Link: (props: LinkProps) => React.ReactNode = import.meta.env.SSR ? WrittenLink : RouterLink
