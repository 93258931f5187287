import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { buildDrawerHref, parseDrawerParam } from './list-href.ts'

/** What a list's drawer shows, by the address; how to close it, and how to read the list anew when something was changed in it. */
export function useDrawerParam() {
  const location = useLocation()
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  return {
    opened: parseDrawerParam(location.search),
    reload: revalidate,
    async close() {
      const wasReloading = state === 'loading'
      await navigate(buildDrawerHref(location), { replace: true, preventScrollReset: true })
      // Closing leaves the list as it is (`shouldReloadList`), and so would break off what had been begun.
      if (wasReloading) await revalidate()
    },
  }
}
