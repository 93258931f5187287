import { createContext, type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import { findFirstScreen } from './first-screen.ts'
import { adminHome, findHome, secondFactorPath } from './homes.ts'
import { loginHref } from './login-href.ts'
import { isUnder } from './redirect-after-login.ts'
import { loadUser } from './session.ts'

/** The signed-in user, for the loaders of a guarded area. */
export const userContext = createContext<User>()

/**
 * Runs before an area's loaders: redirects anonymous visitors to the login screen and users of the wrong role to their
 * own area, and leads administrators who need a second factor to its screen. When the server cannot be reached, the area's error screen shows it.
 */
const createGuard =
  (area: 'shopper' | 'admin'): MiddlewareFunction<Record<string, DataStrategyResult>> =>
  async ({ request, context }) => {
    const user = await loadUser()
    if (user === null) throw redirect(loginHref(new URL(request.url)))
    if ((user.role === 'admin') !== (area === 'admin')) throw redirect(findHome(user.role))
    if (user.needsSecondFactor && !isUnder(new URL(request.url).pathname, secondFactorPath)) throw redirect(secondFactorPath)
    const isAdminHome = new URL(request.url).pathname.replace(/\/$/, '').toLowerCase() === adminHome.toLowerCase()
    const first = findFirstScreen(user.rights ?? [])
    if (isAdminHome && user.rights && first !== adminHome) throw redirect(first)
    context.set(userContext, user)
  }

export const guardShopper = createGuard('shopper')
export const guardAdmin = createGuard('admin')
