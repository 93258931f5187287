import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { buildDrawerHref, parseDrawerParam } from './list-href.ts'

/** The id in the URL whose detail the drawer shows, with functions to close the drawer and to reload the list. */
export function useDrawerParam() {
  const location = useLocation()
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  return {
    openId: parseDrawerParam(location.search),
    reload: revalidate,
    async close() {
      const wasReloading = state === 'loading'
      await navigate(buildDrawerHref(location), { replace: true, preventScrollReset: true })
      // The navigation has aborted a reload that was under way.
      if (wasReloading) await revalidate()
    },
  }
}
