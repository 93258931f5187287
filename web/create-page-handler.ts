import { createRequestHandler, matchRoutes, type RouterContextProvider, type ServerBuild } from 'react-router'

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Renders the pages of a build. React Router copies and matches all routes of a build for each page, so each layout has a request
 * handler of its own that knows only the routes below it.
 */
export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  const layouts = Object.values(build.routes).flatMap((route) => (route?.parentId === 'root' ? [route] : []))
  const handlers = new Map(layouts.map(({ id }) => [id, createRequestHandler(pickLayout({ build, layout: id }), mode)]))
  const areas = layouts.flatMap(({ id, path }) => (path === undefined ? [] : [{ id, path: `${path}/*` }]))
  const shop = layouts.find(({ path }) => path === undefined)
  return (request, context) => {
    // React Router loads the data of a page from its path with this suffix.
    const pathname = new URL(request.url).pathname.replace(/\.data$/, '')
    const [area] = matchRoutes(areas, pathname) ?? []
    const handle = handlers.get(area?.route.id ?? shop?.id ?? '')
    if (!handle) throw new Error('The build has no layout without a path.')
    return handle(request, context)
  }
}

/** The build with the routes of one layout: the root, the layout and those below it. */
function pickLayout({ build, layout }: { build: ServerBuild; layout: string }): ServerBuild {
  const isPicked = (id: string | undefined): boolean =>
    id === layout || (id !== undefined && id !== 'root' && isPicked(build.routes[id]?.parentId))
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => id === 'root' || isPicked(id)))
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } }
}
