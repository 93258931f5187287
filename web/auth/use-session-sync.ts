import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { invalidateSession } from './session.ts'
import { isSessionFlagChange } from './session-flag.ts'

/**
 * Keeps an open private page honest. When another tab signs out or in, the page asks again who is there. And because
 * the browser may keep a left page whole for its back button, the page covers itself when it is left and shows itself
 * again only after the server has said that it may.
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
    const cover = () => document.documentElement.classList.add('covered')
    const onShow = async (event: PageTransitionEvent) => {
      if (event.persisted) await check()
      document.documentElement.classList.remove('covered')
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pagehide', cover)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pagehide', cover)
      window.removeEventListener('pageshow', onShow)
      document.documentElement.classList.remove('covered')
    }
  }, [revalidate])
}
