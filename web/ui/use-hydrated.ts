import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first paint of its HTML, true from then on: for what only the browser can know. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
