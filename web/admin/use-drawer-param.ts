import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { readOpened, writeOpened } from './list-href.ts'

/** What a list's drawer shows, by the address; how to close it, and how to read the list anew when something was changed in it. */
export function useOpened() {
  const location = useLocation()
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  return {
    opened: readOpened(location.search),
    reload: revalidate,
    async close() {
      const wasReloading = state === 'loading'
      await navigate(writeOpened(location), { replace: true, preventScrollReset: true })
      // Closing leaves the list as it is (`shouldReloadList`), and so would break off what had been begun.
      if (wasReloading) await revalidate()
    },
  }
}
