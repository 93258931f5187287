import { expect, test } from 'vitest'
import { buildDrawerHref, buildListHref, parseDrawerParam, parseSearchParams, shouldReloadList } from './list-href.ts'

const path = '/AdminDashboardWrapper/OrderDetail'

const shouldReload = (from: string, to: string) =>
  shouldReloadList({
    currentUrl: new URL(from, 'https://shop.example'),
    nextUrl: new URL(to, 'https://shop.example'),
    defaultShouldRevalidate: true,
  } as Parameters<typeof shouldReloadList>[0])

test('a list URL has the page and the parameters that are not empty', () => {
  expect(buildListHref({ path })).toBe(path)
  expect(buildListHref({ path, page: 2, params: { q: 'asha rao', status: '', kind: undefined } })).toBe(`${path}/2?q=asha+rao`)
})

test('only the named and non-empty parameters are parsed', () => {
  expect(parseSearchParams(new URLSearchParams('q=%20tee%20&status=&open=1'), ['q', 'status'])).toEqual({ q: 'tee' })
})

test('opening and closing the drawer keeps the filters', () => {
  const opened = buildDrawerHref({ pathname: path, search: '?q=tee' }, 'id-1')
  expect(opened).toBe(`${path}?q=tee&open=id-1`)
  expect(parseDrawerParam('?q=tee&open=id-1')).toBe('id-1')
  expect(buildDrawerHref({ pathname: path, search: '?q=tee&open=id-1' })).toBe(`${path}?q=tee`)
})

test('the drawer does not reload the list; filters and a reload do', () => {
  expect(shouldReload(`${path}?q=tee`, `${path}?q=tee&open=id-1`)).toBe(false)
  expect(shouldReload(`${path}?q=tee&open=id-1`, `${path}?q=tee`)).toBe(false)
  expect(shouldReload(`${path}?q=tee`, `${path}?q=jogger`)).toBe(true)
  expect(shouldReload(`${path}?open=id-1`, `${path}?open=id-1`)).toBe(true)
})
