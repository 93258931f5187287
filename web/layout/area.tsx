import { type ReactNode, useEffect, useRef } from 'react'
import {
  type MetaDescriptor,
  Navigate,
  Outlet,
  type RouterContextProvider,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import { ApiError } from '../api/client.ts'
import { userContext } from '../session/guard.ts'
import { findHome, userHome } from '../session/homes.ts'
import { loginHref } from '../session/login-href.ts'
import { useSession } from '../session/session.ts'
import { useSessionSync } from '../session/use-session-sync.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { CompactFooter } from './compact-footer.tsx'
import { describeError, ErrorPage, isNotFound, notFoundTitle } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { CategoryBar } from './header/category-bar.tsx'
import { Navbar } from './header/navbar.tsx'
import { PageBar } from './header/page-bar.tsx'
import { shopperShopLinks } from './shopper-links.ts'
import { useStoreConfig } from './store-config.ts'

// Shared by the layouts of both dashboards, which add their guard and home page. Not re-exported as the route's component: the
// framework passes loader data only to components that the route module declares.

export const loadArea = ({ context }: { context: Readonly<RouterContextProvider> }): User => context.get(userContext)

export function describeArea({ matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] }): MetaDescriptor[] {
  const root = matches[0]?.loaderData as { storeName?: string } | undefined
  return [{ title: root?.storeName ?? '' }, { name: 'robots', content: 'noindex' }]
}

/** Navigation bar and footer of a dashboard. `user` is undefined until it is loaded. A screen names the link it belongs to in its handle. */
function AreaFrame({ user, home, children }: { user: User | undefined; home: string; children: ReactNode }) {
  const handle = useMatches().at(-1)?.handle as { section?: string } | undefined
  const shopLinks = home === userHome ? shopperShopLinks : undefined
  return (
    <>
      <header className="contents">
        <Navbar user={user} home={home} shopLinks={shopLinks} section={handle?.section} />
        {shopLinks && (
          <>
            <CategoryBar links={shopLinks} />
            <PageBar />
          </>
        )}
      </header>
      <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        {children}
      </main>
      {home === userHome ? <Footer /> : <CompactFooter />}
    </>
  )
}

/** The frame and the current screen of a dashboard. Redirects to the login screen when the session ends. */
export function Area({ user }: { user: User }) {
  const navigate = useNavigate()
  const location = useLocation()
  const { location: nextLocation } = useNavigation()
  const ended = useSession((session) => session.ended)
  const isRedirecting = useRef(false)
  useSessionSync()
  useEffect(() => {
    if (!ended || isRedirecting.current) return
    isRedirecting.current = true
    // After signing in, continue with the requested page if a navigation was under way.
    navigate(loginHref(nextLocation ?? location), { replace: nextLocation === undefined })
  }, [ended, nextLocation, location, navigate])
  return (
    <AreaFrame user={user} home={findHome(user.role)}>
      <Outlet />
    </AreaFrame>
  )
}

/** The error screen of the dashboards. Leads to the login screen only when the session has ended. */
export function AreaError({ error, home }: { error: unknown; home: string }) {
  const { storeName } = useStoreConfig()
  const { revalidate, state } = useRevalidator()
  const user = useSession((session) => session.user) ?? undefined
  const location = useLocation()
  if (error instanceof ApiError && error.status === 401) return <Navigate to={loginHref(location)} replace />
  const isMissing = isNotFound(error)
  const isLoading = state === 'loading'
  // The text says which right is missing and who can give it.
  const lacksRight = error instanceof ApiError && error.code === 'right_missing'
  const description = lacksRight ? { title: 'You cannot open this screen', text: error.message } : describeError(error)
  return (
    <AreaFrame user={user} home={home}>
      <title>{`${isMissing ? notFoundTitle : description.title} · ${storeName}`}</title>
      <ErrorPage
        {...description}
        alert={!isMissing}
        action={
          isMissing ? (
            <LinkButton variant="primary" to={home}>
              Back to home
            </LinkButton>
          ) : (
            <Button variant="primary" disabled={isLoading} aria-busy={isLoading} onClick={() => revalidate()}>
              {isLoading ? 'Loading…' : 'Try again'}
            </Button>
          )
        }
      />
    </AreaFrame>
  )
}

/** What the server renders of a dashboard: the frame and a placeholder. */
export function AreaFallback({ home }: { home: string }) {
  return (
    <AreaFrame user={undefined} home={home}>
      <div className="page-width pt-10 sm:pt-14">
        <h1 className="sr-only">Your dashboard</h1>
        <noscript>
          <p className="py-16 text-center">
            Your dashboard needs JavaScript.{' '}
            <a href="/buy" className="link">
              You can browse the shop without it.
            </a>
          </p>
        </noscript>
        <div role="status" className="hidden js:block">
          <span className="sr-only">Loading</span>
          <div aria-hidden="true" className="flex flex-col gap-10">
            <div className="h-12 w-2/3 max-w-md rounded-control bg-sunk" />
            <div className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
              {['md:col-span-3', 'md:col-span-3', 'md:col-span-2', 'md:col-span-2', 'col-span-2'].map((span, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change
                <div key={index} className={`aspect-4/5 bg-sunk lg:col-span-1 ${span}`} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </AreaFrame>
  )
}
