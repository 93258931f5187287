import { expect, test } from 'vitest'
import { isOwnPage } from '#contract/redirects/own-pages.ts'
import routes from './routes.ts'

/** The fixed beginning of a path, in lower case. */
const toBeginning = (path: string) => `/${path.toLowerCase().split(/\/?[:*]/, 1)[0]}`

/** Old addresses of other shops may begin like these, and are redirected when there is no such product, collection or page. */
const ofOtherShops = ['/product', '/collection', '/pages', '/']

test('every page of the shop is known as one that is never redirected', () => {
  const [shop, ...areas] = routes
  const paths = [...(shop?.children ?? []), ...areas].flatMap(({ path }) => (path === undefined ? [] : [toBeginning(path)]))
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.filter((path) => !isOwnPage(path) && !ofOtherShops.includes(path))).toEqual([])
})
