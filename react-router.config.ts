import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  // Every route is known at the start: no request for the map while a shopper moves about, and none that can fail.
  routeDiscovery: { mode: 'initial' },
  // One file for each route: the list of files that every page loads is shorter.
  splitRouteModules: false,
} satisfies Config
