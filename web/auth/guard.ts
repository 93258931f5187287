import { createContext, type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router'
import type { User } from '#contract/users.ts'
import { adminHome, loginHref, userHome } from './redirect-after-login.ts'
import { loadUser } from './session.ts'

/** Who is signed in, for the loaders under a guard. */
export const userContext = createContext<User>()

/**
 * Lets only the right people into an area, before any of its loaders runs: nobody to the login screen, an administrator
 * out of the shopper's area and everybody else out of the administrator's. A server that does not answer is no reason
 * to send anyone away; its error goes to the area's error screen.
 */
function createGuard({
  mayEnter,
  elsewhere,
}: {
  mayEnter: (user: User) => boolean
  elsewhere: string
}): MiddlewareFunction<Record<string, DataStrategyResult>> {
  return async ({ request, context }) => {
    const user = await loadUser()
    if (user === null) throw redirect(loginHref(new URL(request.url)))
    if (!mayEnter(user)) throw redirect(elsewhere)
    context.set(userContext, user)
  }
}

export const guardShopper = createGuard({ mayEnter: ({ role }) => role !== 'admin', elsewhere: adminHome })
export const guardAdmin = createGuard({ mayEnter: ({ role }) => role === 'admin', elsewhere: userHome })
