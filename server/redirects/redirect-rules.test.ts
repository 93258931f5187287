import { describe, expect, test } from 'vitest'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
import { addCampaign, createRedirectPlan, formatPathKey, parseNewAddress, parseOldAddress, toPathKey } from './redirect-rules.ts'

describe('an old address', () => {
  test.each([
    ['/products/Blue-Shirt', '/products/blue-shirt'],
    ['/products/blue-shirt///', '/products/blue-shirt'],
    ['/products/blue-shirt?variant=42#size', '/products/blue-shirt'],
    ['/a/../products/./x', '/products/x'],
    ['/blog/2024/100%25-cotton', '/blog/2024/100%-cotton'],
    ['/%E0%A4%95%E0%A5%81%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A4%BE', '/कुर्ता'],
    ['/कुर्ता', '/कुर्ता'],
    ['/caf%65%CC%81', '/café'],
    ['/buyers-guide', '/buyers-guide'],
    ['/collections/tees', '/collections/tees'],
    ['/product/blue-shirt', '/product/blue-shirt'],
  ])('%s is stored as %s', (text, stored) => {
    expect(parseOldAddress(text)).toEqual({ value: stored })
    expect(toPathKey(new URL(text, 'http://shop.example').pathname)).toBe(stored)
    expect(parseOldAddress(formatPathKey(stored))).toEqual({ value: stored })
  })

  test.each([
    ['/', redirectTexts.frontPage],
    ['/?page=2', redirectTexts.frontPage],
    ['/buy', redirectTexts.ownPage],
    ['/Buy/2?q=x', redirectTexts.ownPage],
    ['/orderNow/', redirectTexts.ownPage],
    ['/UserDashboard/tee', redirectTexts.ownPage],
    ['/api/v1/users', redirectTexts.ownPage],
    ['', redirectTexts.noPath],
    ['products/x', redirectTexts.noPath],
    ['https://old.example/products/x', redirectTexts.noPath],
    ['//evil.example', redirectTexts.noPath],
    ['/.//evil.example', redirectTexts.noPath],
    ['/%2e%2e//evil.example', redirectTexts.noPath],
    ['/%2Fevil.example', redirectTexts.unreadable],
    ['/\\evil.example', redirectTexts.characters],
    ['/%5cevil.example', redirectTexts.characters],
    ['/a\nb', redirectTexts.characters],
    ['/a%0d%0aSet-Cookie:x', redirectTexts.characters],
    ['/a%00', redirectTexts.characters],
    ['/\t/evil.example', redirectTexts.characters],
    ['/a\u2028b', redirectTexts.characters],
    ['/a%E2%80%A8b', redirectTexts.unreadable],
    ['/100%', redirectTexts.unreadable],
    ['/%ff', redirectTexts.unreadable],
    [`/${'x'.repeat(500)}`, redirectTexts.unreadable],
  ])('%j is refused', (text, problem) => {
    expect(parseOldAddress(text)).toEqual({ problem })
  })

  test('of many slashes is read at once', () => {
    const path = `/a${'/'.repeat(100_000)}b`
    expect(toPathKey(path)).toBeUndefined()
    expect(toPathKey(`/a${'/'.repeat(1_000)}`)).toBe('/a')
  })
})

describe('a new address', () => {
  test.each([
    ['/buy?category=TEE#first', { to: '/buy?category=TEE#first', toKey: '/buy' }],
    ['/', { to: '/', toKey: '/' }],
    [
      '/कुर्ता?q=नीला',
      { to: '/%E0%A4%95%E0%A5%81%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A4%BE?q=%E0%A4%A8%E0%A5%80%E0%A4%B2%E0%A4%BE', toKey: '/कुर्ता' },
    ],
    ['/a b', { to: '/a%20b', toKey: '/a b' }],
    ['/@evil.example', { to: '/@evil.example', toKey: '/@evil.example' }],
  ])('%s is a path of this shop', (text, value) => {
    expect(parseNewAddress(text)).toEqual({ value })
  })

  test.each([
    'javascript:alert(1)',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e%2e//evil.example',
    '/%2fevil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%5Cevil.example',
    '/\r\nLocation: //evil.example',
    '/buy?x=%0d%0aLocation:%20//evil.example',
  ])('%j is refused', (text) => {
    expect(parseNewAddress(text)).toEqual({ problem: expect.any(String) })
  })
})

test.each([
  ['', '/buy'],
  ['variant=42&ref=a', '/buy'],
  ['utm_source=insta&variant=42&UTM_Medium=social', '/buy?utm_source=insta&UTM_Medium=social'],
  ['utm_source=%0d%0aX:1', '/buy?utm_source=%0D%0AX%3A1'],
])('of the query %j only the campaign is kept', (query, to) => {
  expect(addCampaign({ to: '/buy', query })).toBe(to)
})

test('a campaign is added after the query of the target and before its fragment', () => {
  expect(addCampaign({ to: '/buy?category=TEE#first', query: 'utm_source=a' })).toBe('/buy?category=TEE&utm_source=a#first')
})

const to = (path: string) => ({ to: path, toKey: path })

describe('a plan', () => {
  test('leads on to where a target is redirected, and moves what led to the new old address', () => {
    const plan = createRedirectPlan([
      ['/b', to('/c')],
      ['/x', to('/a')],
    ])
    expect(plan.add('/a', to('/b'))).toEqual({ outcome: 'new', to: '/c' })
    expect([...plan.changes()]).toEqual([
      ['/a', to('/c')],
      ['/x', to('/c')],
    ])
  })

  test('leads to a page of the shop, also when an earlier version has stored a redirect of it', () => {
    expect(createRedirectPlan([['/buy', to('/homecart')]]).add('/a', to('/buy'))).toEqual({ outcome: 'new', to: '/buy' })
  })

  test('refuses a redirect to itself, and a loop', () => {
    const plan = createRedirectPlan([['/a', to('/b')]])
    expect(plan.add('/a', to('/a'))).toEqual({ problem: redirectTexts.toItself })
    expect(plan.add('/b', to('/a'))).toEqual({ problem: redirectTexts.loop('/a') })
    expect(plan.changes().size).toBe(0)
  })

  test('has no chains and no loops, in whatever order redirects are added', () => {
    const plan = createRedirectPlan([])
    const names = Array.from({ length: 12 }, (_, index) => `/${index}`)
    for (let step = 0; step < 500; step += 1) plan.add(names[(step * 7) % 12] ?? '', to(names[(step * step * 5 + 3) % 12] ?? ''))
    const changes = plan.changes()
    expect(changes.size).toBeGreaterThan(3)
    for (const [from, { toKey }] of changes) expect([from, changes.has(toKey)]).toEqual([from, false])
  })

  test('says what is new, changed and unchanged', () => {
    const plan = createRedirectPlan([['/a', to('/b')]])
    expect(plan.add('/a', to('/b'))).toMatchObject({ outcome: 'unchanged' })
    expect(plan.add('/a', to('/c'))).toMatchObject({ outcome: 'changed' })
    expect(plan.add('/d', to('/c'))).toMatchObject({ outcome: 'new' })
  })
})
