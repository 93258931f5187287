import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { invalidateSession, isSessionFlagChange } from './session.ts'

/**
 * Loads the user again when another tab has signed in or out. Hides the page when it is left, and shows it again from the
 * back-forward cache only after the server has confirmed the session.
 */
export function useSessionSync(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const check = () => {
      invalidateSession()
      return revalidate()
    }
    const onStorage = (event: StorageEvent) => {
      if (isSessionFlagChange(event)) check()
    }
    const hide = () => document.documentElement.classList.add('covered')
    const onShow = async (event: PageTransitionEvent) => {
      if (event.persisted) await check()
      document.documentElement.classList.remove('covered')
    }
    const listeners = new AbortController()
    window.addEventListener('storage', onStorage, { signal: listeners.signal })
    window.addEventListener('pagehide', hide, { signal: listeners.signal })
    window.addEventListener('pageshow', onShow, { signal: listeners.signal })
    return () => {
      listeners.abort()
      document.documentElement.classList.remove('covered')
    }
  }, [revalidate])
}
