import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { leaveGuard } from '../ui/leave-guard.ts'

const isOffline = () => !navigator.onLine
const mustWait = () => isOffline() || leaveGuard.ask !== undefined

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Shows that the device is offline and delays navigations until it is online, which would end on the browser's error page. */
export function OfflineNotice() {
  const offline = useSyncExternalStore(subscribeToConnection, isOffline, () => false)
  const blocker = useBlocker(mustWait)
  useEffect(() => {
    if (offline || blocker.state !== 'blocked') return
    if (leaveGuard.ask) leaveGuard.ask(blocker)
    else blocker.proceed()
  }, [offline, blocker])
  return (
    <div role="status" className="empty:hidden">
      {offline && (
        <p className="page-width border-t border-line bg-sunk py-2.5 text-sm">
          <strong className="font-semibold">You are offline.</strong>{' '}
          {blocker.state === 'blocked' ? 'The page will open as soon as you are back online.' : 'You can keep reading this page.'}
        </p>
      )}
    </div>
  )
}
