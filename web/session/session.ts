import { create } from 'zustand'
import type { User } from '#contract/accounts/users.ts'
import { call, isUnauthorized } from '../api/client.ts'

const flagKey = 'signedIn'

/**
 * The id of the user who signed in on this device, if any. Scripts cannot read the session cookie; with this flag, pages for
 * anonymous visitors need no call to the server. It also notifies other tabs of a change of user.
 */
function getSessionFlag(): string | undefined {
  try {
    return localStorage.getItem(flagKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Also sets the `known` class, which root.tsx sets before the first paint to hide the Login button. */
function setSessionFlag(userId: string | undefined): void {
  document.documentElement.classList.toggle('known', userId !== undefined)
  try {
    if (userId === undefined) localStorage.removeItem(flagKey)
    else if (getSessionFlag() !== userId) localStorage.setItem(flagKey, userId)
  } catch {
    // Storage is not accessible: public pages look as they do for anonymous visitors.
  }
}

/** Whether another tab has signed in or out. */
export const isSessionFlagChange = ({ key }: StorageEvent): boolean => key === flagKey || key === null

interface Session {
  /** undefined: not loaded yet, as on the server; null: not signed in */
  readonly user: User | null | undefined
  /** a call was answered with 401 */
  readonly ended: boolean
}

export const useSession = create<Session>(() => ({ user: undefined, ended: false }))

const maxAgeMs = 60_000

/** The last request for the user, shared by all callers while it is fresh. */
let request: Promise<User | null> | undefined
let requestedAt = 0

async function fetchUser(): Promise<User | null> {
  try {
    return await call('GET /users/loggedinuser', {})
  } catch (error) {
    if (isUnauthorized(error)) return null
    throw error
  }
}

function applyUser(user: User | null): void {
  useSession.setState({ user, ended: false })
  setSessionFlag(user?._id)
}

/** The signed-in user, or null. Cached for a minute. Throws when the server cannot be reached. */
export function loadUser(): Promise<User | null> {
  if (request !== undefined && performance.now() - requestedAt < maxAgeMs) return request
  const current = fetchUser()
  request = current
  requestedAt = performance.now()
  current.then(
    (user) => {
      if (request === current) applyUser(user)
    },
    () => {
      if (request === current) request = undefined
    },
  )
  return current
}

/** After sign-in, and with null after sign-out. */
export function setUser(user: User | null): void {
  request = Promise.resolve(user)
  requestedAt = performance.now()
  applyUser(user)
}

/** The next `loadUser` asks the server. */
export function invalidateSession(): void {
  request = undefined
}

/** After a 401: the open area redirects to the login screen. */
export function endSession(): void {
  setUser(null)
  useSession.setState({ ended: true })
}

/** For public pages: asks the server only when this device has signed in before. Never throws. */
export async function loadKnownUser(): Promise<User | null> {
  if (getSessionFlag() === undefined) return null
  return loadUser().catch(() => {
    // Shows the Login button.
    document.documentElement.classList.remove('known')
    return null
  })
}
