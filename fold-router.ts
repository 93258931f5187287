import type { Plugin } from 'vite'

/** A place in a file of the router, and what stands there in this shop. */
type Fold = readonly [find: string, put: string]

/**
 * What this shop has decided about its router: every route is known at the start (react-router.config.ts), pages send and
 * fetch through the API and never through the router, nothing is fetched ahead, the root has an error screen, there are no
 * server components, no integrity hashes and nobody measures the router. Written into it as constants, so that the code for the other decisions is left out.
 * See docs/decisions/0014-router-folded-to-what-is-used.md.
 */
const browserFolds: Readonly<Record<string, readonly Fold[]>> = {
  'lib/context.js': [['return React$1.useContext(RSCRouterContext);', 'return false;']],
  'lib/components.js': [['useIsRSCRouterContext() || useTransitions', 'useTransitions']],
  'lib/hooks.js': [
    ['if (this.context) return', 'if (false) return'],
    ['= /* @__PURE__ */ React$1.createElement(DefaultErrorComponent, null);', '= null;'],
  ],
  'lib/dom/lib.js': [
    ['let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);', ''],
    ['...prefetchHandlers,', ''],
    ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
  ],
  'lib/dom/ssr/components.js': [
    ['let rsc = useIsRSCRouterContext();', 'const rsc = false;'],
    ['let isRSCRouterContext = useIsRSCRouterContext();', 'const isRSCRouterContext = false;'],
    ['let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);', 'const enableFogOfWar = false;'],
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    ['typeof criticalCss === "string" ?', 'false ?'],
    ['typeof criticalCss === "object" ?', 'false ?'],
    ['typeof manifest.sri === "object" ? /*', 'false ? /*'],
  ],
  'lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr) ||', 'if (true ||'],
  ],
  'lib/dom/ssr/routes.js': [
    ['dataRoute.action = ({ request', 'const noAction = ({ request'],
    ['if (!route.hasClientAction) dataRoute.action =', 'if (false) dataRoute.action ='],
  ],
  'lib/dom/ssr/single-fetch.js': [
    ['if (request.method !== "GET") return singleFetchActionStrategy(args, fetchAndDecode);', ''],
    ['await fetch(url, await createRequestInit(request))', 'await fetch(url, { signal: request.signal })'],
  ],
  'lib/dom-export/hydrated-router.js': [
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
    ['if (window.__reactRouterManifest.sri === true) {', 'if (false) {'],
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
  ],
  'lib/router/router.js': [
    ['if (init.instrumentations) {', 'if (false) {'],
    ['if (init.instrumentations) router =', 'if (false) router ='],
    ['= consumeInstrumentationClientResultMetaReceiver(router);', '= undefined;'],
    ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
    ['if (checkFogOfWar(initialMatches, init.history.location.pathname).active)', 'if (false)'],
    ['let fogOfWar = checkFogOfWar(null, init.history.location.pathname);', ''],
    ['let fogOfWar = checkFogOfWar(matches, location.pathname);', 'const fogOfWar = { active: false };'],
    ['if (fogOfWar.active && fogOfWar.matches)', 'if (false)'],
    ['if (isFogOfWar) {', 'if (false) {'],
    ['if (!opts || !isSubmissionNavigation(opts)) return { path };', 'return { path };'],
    ['else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {', 'else if (false) {'],
    ['if (submission && isMutationMethod(submission.formMethod)) {', 'if (false) {'],
    ['\t\tfetch,\n', ''],
    ['\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n', ''],
    ['\t\tpatchRoutes,\n\t\t_internalFetchControllers: fetchControllers,\n\t\t_internalSetRoutes,\n', ''],
  ],
}

/**
 * What the router makes for each page that is rendered is the same all the while. Read through getters, as it is written, each
 * page's router would have a hidden class of its own, which V8 puts among what is old at once and with it all that the page
 * was made of. See docs/decisions/0025-nothing-young-hangs-on-what-is-old.md.
 */
const serverFolds: Readonly<Record<string, readonly Fold[]>> = {
  'lib/dom/server.js': [
    ['get basename() {\n\t\t\treturn context.basename;\n\t\t},', 'basename: context.basename,'],
    ['get future() {\n\t\t\treturn future;\n\t\t},', 'future,'],
    ['get state() {\n\t\t\treturn {', 'state: {'],
    ['blockers: /* @__PURE__ */ new Map()\n\t\t\t};\n\t\t},', 'blockers: /* @__PURE__ */ new Map()\n\t\t},'],
    ['get routes() {\n\t\t\treturn dataRoutes;\n\t\t},', 'routes: dataRoutes,'],
    ['get manifest() {\n\t\t\treturn manifest;\n\t\t},', 'manifest,'],
    ['get window() {},', 'window: undefined,'],
  ],
}

/**
 * Display names serve React's developer tools only, but keep every component that has one, used or not. And what creates a
 * component or a context does nothing else: unused, it may go.
 */
const unname = (code: string) =>
  code.replace(/^\w+\.displayName = "[^"]*";$/gm, '').replace(/= (?=React\$1\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ ')

/** Folds the router of both builds. A place that is not found any more stops the build: look at the fold anew. */
export function foldRouter(): Plugin {
  return {
    name: 'fold-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      handler(code, id) {
        const path = id.replaceAll('\\', '/').split('/react-router/dist/production/')[1] ?? ''
        const forBrowser = this.environment.name === 'client'
        const folded = ((forBrowser ? browserFolds : serverFolds)[path] ?? []).reduce((text, [find, put]) => {
          if (!text.includes(find)) this.error(`The router has changed: ${path} has no "${find}" any more. See fold-router.ts.`)
          return text.replaceAll(find, put)
        }, code)
        return { code: forBrowser ? unname(folded) : folded, map: null }
      },
    },
  }
}
