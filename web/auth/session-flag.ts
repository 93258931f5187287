const storageKey = 'signedIn'

/**
 * Whether somebody signed in on this device, as far as the browser remembers. The session itself is a cookie that no
 * script can read; without this note every anonymous view of the shop would have to ask the server who is there.
 * Holds the account's id, so that another tab notices a change of person.
 */
export function getSessionFlag(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Also the mark that root.tsx sets before the first paint (`known`), so that no Login button flickers for someone signed in. */
export function setSessionFlag(userId: string | undefined): void {
  document.documentElement.classList.toggle('known', userId !== undefined)
  try {
    if (userId === undefined) localStorage.removeItem(storageKey)
    else if (getSessionFlag() !== userId) localStorage.setItem(storageKey, userId)
  } catch {
    // Storage is closed to us: public pages then show themselves as to anybody, the signed-in areas still work.
  }
}

/** True for the event by which another tab tells that somebody else, or nobody, is signed in now. */
export const isSessionFlagChange = (event: StorageEvent): boolean => event.key === storageKey || event.key === null
