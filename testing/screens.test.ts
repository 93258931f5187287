import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { screens } from './screens.ts'

interface RouteEntry {
  readonly path?: string
  readonly index?: boolean
  readonly children?: readonly RouteEntry[]
}

/** The paths of all screens below a route. A layout without a path of its own is no screen. */
function listPaths({ path, index, children }: RouteEntry, parent = ''): string[] {
  const whole = path === undefined ? parent : `${parent}/${path}`
  return children ? children.flatMap((child) => listPaths(child, whole)) : [index ? whole || '/' : whole]
}

test('every route has a row in testing/screens.ts, which says how browser tests look at its screen', () => {
  const paths = routes.flatMap((route) => listPaths(route))
  expect(paths.length).toBeGreaterThan(80)
  expect(Object.keys(screens).toSorted()).toEqual(paths.toSorted())
})

test.each(Object.entries(screens))(
  '%s is opened, checked in a browser test, or left out for a reason',
  (_path, { path, checkedIn, leftOut }) => {
    expect(path ?? checkedIn ?? leftOut).toBeTruthy()
    if (checkedIn) expect(readFileSync(join(import.meta.dirname, '../e2e', checkedIn), 'utf8'), checkedIn).toContain('expectAccessible({')
  },
)
