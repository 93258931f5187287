import { beforeEach, expect, test } from 'vitest'
import { preparePage } from '../layout/prepare-page.ts'
import { readVisit } from './read-visit.ts'

beforeEach(() => sessionStorage.clear())

function openPage({ search, referrer = '' }: { search: string; referrer?: string }) {
  history.replaceState(null, '', `/buy${search}`)
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true })
  new Function(preparePage)()
}

test('an order says where the first page of its visit came from, not a later one', () => {
  openPage({
    search: '?utm_source=insta&utm_medium=story&utm_campaign=a%20b&fbclid=xyz&email=asha@example.com',
    referrer: 'https://l.instagram.com/?u=secret',
  })
  openPage({ search: '?utm_source=later', referrer: `${location.origin}/buy` })
  expect(readVisit()).toEqual({
    source: 'insta',
    medium: 'story',
    campaign: 'a b',
    host: 'l.instagram.com',
    clickName: 'fbclid',
    clickId: 'xyz',
  })
})

test('a visit that begins at the shop itself has no host', () => {
  openPage({ search: '', referrer: `${location.origin}/product/1` })
  expect(readVisit()).toEqual({})
})

test.each(['', 'no json', '{}', '[1,2]', 'null'])('a stored text %j is ignored', (stored) => {
  sessionStorage.setItem('visit', stored)
  expect(readVisit()).toBeUndefined()
})

test('long values are cut', () => {
  openPage({ search: `?utm_source=${'x'.repeat(9_000)}` })
  expect(readVisit()?.source).toHaveLength(300)
})
