import { create } from 'zustand'
import type { User } from '#contract/users.ts'
import { ApiError, call } from '../api/client.ts'
import { getSessionFlag, setSessionFlag } from './session-flag.ts'

interface Session {
  /** undefined: nobody has asked yet, as on the server; null: nobody is signed in */
  readonly user: User | null | undefined
  /** the server has refused a call because the session is over */
  readonly ended: boolean
}

export const useSession = create<Session>(() => ({ user: undefined, ended: false }))

/** Milliseconds for which an answer is good. A page that shows private things asks anew after that. */
const freshFor = 60_000

let question: Promise<User | null> | undefined
let askedAt = 0

async function askWhoIsSignedIn(): Promise<User | null> {
  try {
    return await call('getLoggedInUser', {})
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) return null
    throw problem
  }
}

/** Who is signed in: one question for all who ask at the same time. Throws when the server cannot be reached. */
export function loadUser(): Promise<User | null> {
  if (question !== undefined && performance.now() - askedAt < freshFor) return question
  const asking = askWhoIsSignedIn()
  question = asking
  askedAt = performance.now()
  asking.then(
    (user) => {
      if (question === asking) settleUser(user)
    },
    () => {
      // No answer is nothing to remember.
      if (question === asking) question = undefined
    },
  )
  return asking
}

function settleUser(user: User | null): void {
  useSession.setState({ user, ended: false })
  setSessionFlag(user?._id)
}

/** Takes over who has just signed in, or that nobody is any more. */
export function setUser(user: User | null): void {
  question = Promise.resolve(user)
  askedAt = performance.now()
  settleUser(user)
}

/** The next who asks asks the server. */
export function invalidateSession(): void {
  question = undefined
}

/** The server said 401 in the middle of work: the area that is open leads to the login screen. */
export function endSession(): void {
  setUser(null)
  useSession.setState({ ended: true })
}

/** Asks only when this device remembers that someone signed in. For public pages, which do without an answer. */
export async function loadKnownUser(): Promise<User | null> {
  if (getSessionFlag() === undefined) return null
  return loadUser().catch(() => {
    // The page then greets an unknown visitor, and must offer them the way in.
    document.documentElement.classList.remove('known')
    return null
  })
}
