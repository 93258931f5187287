import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import type { Route } from './+types/root'
import { storeConfigContext } from './api/load-context.ts'
import { ErrorPage, notFoundText, notFoundTitle } from './layout/error-page.tsx'
import { BrandLink } from './layout/header/brand-link.tsx'
import { leaveCheckout } from './layout/leave-checkout.ts'
import { useNonce } from './layout/nonce.ts'
import { preparePage } from './layout/prepare-page.ts'
import { useStoreConfigIfLoaded } from './layout/store-config.ts'
import { StructuredData } from './layout/structured-data.tsx'
import { LinkButton } from './ui/button.tsx'
import frauncesUrl from './ui/fonts/fraunces.woff2?url'
import instrumentUrl from './ui/fonts/instrument-sans.woff2?url'
import styles from './ui/shop.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: instrumentUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: frauncesUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function loader({ context }: Route.LoaderArgs) {
  return context.get(storeConfigContext)
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [leaveCheckout]

/** The store's settings do not change during a visit. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const { icon = null, verification = [], colours = null, themeColours } = useStoreConfigIfLoaded() ?? {}
  return (
    <html lang="en-IN" style={colours ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Safari would make links of dates and numbers before hydration. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {themeColours && (
          <>
            <meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme: light)" />
            <meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme: dark)" />
          </>
        )}
        {/* Hydration keeps the text of the server, so the browser's script does not contain it. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which React would escape */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? preparePage : '' }} />
        <Meta />
        {verification.map((tag) => (
          <meta key={tag.name} {...tag} />
        ))}
        <link rel="icon" {...(icon === null ? { href: '/favicon.svg', type: 'image/svg+xml' } : { href: `${icon}/icon-32.png` })} />
        <link rel="apple-touch-icon" href={icon === null ? '/apple-touch-icon.png' : `${icon}/icon-180.png`} />
        <Links />
        {/* With a precedence React writes it before the scripts, which need not be there for the first paint. */}
        <link rel="stylesheet" href={styles} precedence="default" />
      </head>
      <body>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {children}
        {import.meta.env.SSR && <StructuredData />}
        <RouteAnnouncer />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** 503 means that the server has lost its database. */
const unavailableText = {
  title: 'The shop is temporarily unavailable',
  text: 'We are fixing a problem. Please try again in a moment; your cart is saved.',
}
const faultText = { title: 'Something went wrong', text: 'There was a problem on our side. Please try again in a moment.' }

/** The error screen of last resort, without details of the error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const storeName = useStoreConfigIfLoaded()?.storeName ?? 'Loom & Lane'
  const status = isRouteErrorResponse(error) ? error.status : 500
  const description = status === 404 ? notFoundText : status === 503 ? unavailableText : faultText
  return (
    <>
      <title>{`${status === 404 ? notFoundTitle : description.title} · ${storeName}`}</title>
      <header className="page-width flex h-16 items-center">
        <BrandLink name={storeName} to="/buy" />
      </header>
      <main id="main">
        <ErrorPage
          {...description}
          action={
            <LinkButton variant="primary" to="/buy" reloadDocument>
              Back to the shop
            </LinkButton>
          }
        />
      </main>
    </>
  )
}

/**
 * Moves the focus to the heading of a new page, where screen readers then read on; browsers do this for documents only. A page
 * without a heading is announced by its title. Links with the state `preserveFocus`, such as filters, keep the focus.
 */
function RouteAnnouncer() {
  const { pathname, state } = useLocation()
  const navigationType = useNavigationType()
  const [title, setTitle] = useState('')
  const shownPath = useRef(pathname)
  const onNewPage = useEffectEvent(() => {
    if (navigationType !== 'POP' && (state as { preserveFocus?: boolean } | null)?.preserveFocus) return
    const heading = document.querySelector<HTMLElement>('#main h1')
    setTitle(heading ? '' : document.title)
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    // The position is restored by <ScrollRestoration>.
    heading.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    onNewPage()
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
