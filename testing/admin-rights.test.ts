import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { rights } from '#contract/kernel/rights.ts'
import * as paths from '#web/admin/kit/list-href.ts'
import { findScreenRight } from '#web/admin/kit/screen-rights.ts'
import routes from '#web/routes.ts'
import { adminHome } from '#web/session/homes.ts'
import { listImports } from './boundaries.ts'

// An administrator sees no control whose call answers 403. A control is hidden by `Needs`, `useRight` or `hasRight` with the right of its
// call, in the file of the call or in each file by which a screen of other rights comes to it. What a call needs for some uses only is hidden
// in one of the files of the screen.

const root = join(import.meta.dirname, '..')
const files = new Map(
  globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** What a file needs, and for what. */
interface Need {
  readonly right: string
  readonly what: string
  /** for some uses only */
  readonly isFurther: boolean
}

const needsOfRoutes = new Map<string, readonly Need[]>(
  Object.values<Endpoint>(contract).map(({ route: what, right = 'own', furtherRights = [] }) => {
    const further = furtherRights.map((each) => ({ right: each, what, isFurther: true }))
    return [what, right === 'own' ? further : [{ right, what, isFurther: false }, ...further]]
  }),
)

const pathsByName = new Map<string, unknown>(Object.entries(paths))

/** The calls of a file; types that name a call send nothing. */
const listCalls = (text: string): string[] =>
  [...text.replaceAll(/Call(Reply|Input)<'[^']+'>/g, '').matchAll(/'((?:GET|POST|PATCH|DELETE) \/[^']*)'/g)].map(([, route = '']) => route)

/** Links to other screens; `ScreenLink`, `SmallLink` and `DrawerLink` leave out what may not be opened. */
function listLinks(text: string): Need[] {
  const links = text.matchAll(/<(?:Link|LinkButton)\b[^>]*?\bto=\{[^}]*?\b(\w+Path)\b/g)
  return [...links].flatMap(([, name = '']) => {
    const right = findScreenRight(String(pathsByName.get(name) ?? ''))
    return right === undefined ? [] : [{ right, what: `a link to ${name}`, isFurther: false }]
  })
}

const listNeeds = (text: string): Need[] => [...listCalls(text).flatMap((route) => needsOfRoutes.get(route) ?? []), ...listLinks(text)]

const hides = ({ text, right }: { text: string; right: string }): boolean =>
  new RegExp(`useRight\\('${right}'\\)|hasRight\\([^\\n]*'${right}'\\)|right="${right}"|right: '${right}'`, 'i').test(text)

const importsOf = (file: string): string[] =>
  listImports(files.get(file) ?? '')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier))
    .filter((path) => path.startsWith('web/admin/') && files.has(path))

/** The files that a screen comes to, which do not hide what needs a right. */
function listUnhidden({ screen, right }: { screen: string; right: string }) {
  const reached = new Set([screen])
  const unhidden: string[] = []
  // Sets are iterated in the order of insertion, also over what is added meanwhile.
  for (const file of reached) {
    if (hides({ text: files.get(file) ?? '', right })) continue
    unhidden.push(file)
    for (const path of importsOf(file)) reached.add(path)
  }
  return { unhidden, hidesSome: unhidden.length < reached.size }
}

/** What a screen offers to administrators who have only its own right, and what they may not do. */
function findUnguarded({ screen, own }: { screen: string; own: string | undefined }): string[] {
  return rights
    .filter((right) => right !== own)
    .flatMap((right) => {
      const { unhidden, hidesSome } = listUnhidden({ screen, right })
      return unhidden.flatMap((file) =>
        listNeeds(files.get(file) ?? '')
          .filter((need) => need.right === right && !(need.isFurther && hidesSome))
          .map(({ what }) => `${file}: ${what} needs ${right}`),
      )
    })
}

const [, , adminArea] = routes
const screens = (adminArea?.children ?? [])
  .filter(({ file }) => file.startsWith('admin/'))
  .map(({ path = 'userData', file }) => ({ screen: `web/${file}`, own: findScreenRight(`${adminHome}/${path.replace(/\/?:.*/, '')}`) }))

test('the screens of administrators have the right of their calls', () => {
  expect(screens.length).toBeGreaterThan(40)
  const unknown = screens.filter(({ screen, own }) => {
    const needs = listNeeds(files.get(screen) ?? '')
    return needs.length > 0 && !needs.some(({ right }) => right === own)
  })
  expect(unknown, 'These screens need a row with the right of their calls in web/admin/kit/screen-rights.ts').toEqual([])
})

test.each(screens)('$screen hides what needs another right than its own', ({ screen, own }) => {
  expect(findUnguarded({ screen, own })).toEqual([])
})
