const storageKey = 'signedIn'

/**
 * The id of the user who signed in on this device, if any. Scripts cannot read the session cookie; with this flag, pages for
 * anonymous visitors need no call to the server. It also tells other tabs about a change of user.
 */
export function getSessionFlag(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Also sets the `known` class, which root.tsx sets before the first paint to hide the Login button. */
export function setSessionFlag(userId: string | undefined): void {
  document.documentElement.classList.toggle('known', userId !== undefined)
  try {
    if (userId === undefined) localStorage.removeItem(storageKey)
    else if (getSessionFlag() !== userId) localStorage.setItem(storageKey, userId)
  } catch {
    // Storage is not accessible: public pages look as they do for anonymous visitors.
  }
}

/** Whether another tab has signed in or out. */
export const isSessionFlagChange = ({ key }: StorageEvent): boolean => key === storageKey || key === null
