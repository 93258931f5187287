import { describe, expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 999, stock: 1_000 })
const quote = async (body: object = {}) =>
  (await request('POST', '/guest/quote', { body: { products: buildGuestOrder([tee]).products, ...body } })).json()

describe('an administrator', () => {
  test('adds, changes and ends an offer, and each change is recorded', async () => {
    const draft = offers.buildDraft({ code: ' diwali-10 ', least: 500, limitTotal: 40, limitPerson: 1, to: '2030-01-01T00:00:00Z' })
    const added = (await offers.send(draft)).json()
    expect(added).toMatchObject({
      message: 'The offer is added.',
      offer: { code: 'DIWALI-10', percent: 10, least: 500, limitTotal: 40, state: 'running', used: 0, discounted: 0, version: 1 },
    })
    const { _id: id } = added.offer
    const edited = await offers.edit(id, { ...draft, percent: 15, version: 1 })
    expect(edited.json().offer).toMatchObject({ percent: 15, version: 2 })
    expect((await offers.edit(id, { ...draft, percent: 15, version: 2 })).json().offer.version).toBe(2)
    expect((await offers.end(id, 2)).json().offer).toMatchObject({ state: 'ended', version: 3 })
    const { events } = await offers.read(id)
    expect(events.map(({ event, fields }) => [event, fields])).toEqual([
      ['ended', []],
      ['changed', ['percent']],
      ['added', []],
    ])
    expect(events[0]?.by).toMatch(/^shopper-/)
  })

  test('lists offers newest first, finds them by code, and reads their state', async () => {
    const planned = await offers.add({ code: 'PLANNED1', from: '2030-01-01T00:00:00Z' })
    const over = await offers.add({ code: 'PLANNED2', from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' })
    const reply = (await request('GET', '/offers?q=planned', { cookies: offers.cookies })).json()
    expect(reply).toMatchObject({ total: 2, totalPages: 1 })
    expect(reply.offers.map(({ _id, state }: { _id: string; state: string }) => [_id, state])).toEqual([
      [over._id, 'over'],
      [planned._id, 'planned'],
    ])
  })

  test('sees the names of what an offer is for', async () => {
    const { scope } = await offers.add({ scope: { kind: 'products', ids: [tee.id] } })
    expect(scope).toMatchObject({ ids: [tee.id], names: [{ _id: tee.id, name: tee.name }] })
    expect((await offers.add({ scope: { kind: 'categories', ids: ['TEE'] } })).scope.names).toMatchObject([{ _id: 'TEE' }])
  })

  test.each([
    ['percent', { percent: 0 }],
    ['percent', { percent: -5 }],
    ['percent', { percent: 91 }],
    ['percent', { percent: null }],
    ['amount', { kind: 'amount', percent: null, amount: 0 }],
    ['amount', { kind: 'amount', percent: null, amount: -1 }],
    ['amount', { kind: 'amount', percent: null, amount: 99.5 }],
    ['amount', { kind: 'amount', percent: null, amount: null }],
    ['percent', { kind: 'pay_online', code: null, percent: 5, amount: 50 }],
    ['tiers', { kind: 'quantity', code: null, tiers: [] }],
    [
      'tiers',
      {
        kind: 'quantity',
        code: null,
        tiers: [
          { items: 3, percent: 20 },
          { items: 3, percent: 25 },
        ],
      },
    ],
    [
      'tiers',
      {
        kind: 'quantity',
        code: null,
        tiers: [
          { items: 3, percent: 20 },
          { items: 5, percent: 20 },
        ],
      },
    ],
    ['code', { code: 'TWO/WORDS' }],
    ['code', { code: 'X' }],
    ['code', { kind: 'quantity', code: 'THREE', tiers: [{ items: 3, percent: 20 }] }],
    ['to', { from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' }],
    ['scope', { scope: { kind: 'products', ids: [] } }],
    ['scope', { scope: { kind: 'collections', ids: ['no id'] } }],
    ['limitPerson', { code: null, limitPerson: 1 }],
    ['firstOrder', { code: null, firstOrder: true }],
    ['limitTotal', { limitTotal: 0 }],
    ['title', { title: ' ' }],
    ['title', { title: 'two\nlines' }],
  ])('cannot add an offer with a wrong %s: %j', async (field, more) => {
    const reply = await offers.send(offers.buildDraft(more as object))
    expect([reply.statusCode, Object.keys(reply.json().fields)[0]?.split('.')[0]]).toEqual([400, field])
  })

  test('cannot use a code twice, but again after the first offer has ended', async () => {
    const first = await offers.add({ code: 'AGAIN' })
    const taken = await offers.send(offers.buildDraft({ code: 'again' }))
    expect([taken.statusCode, taken.json().fields]).toEqual([409, { code: 'There is an offer with this code already.' }])
    await offers.end(first._id, 1)
    expect((await quote({ offerCode: 'again' })).refusal).toBe('This code is no longer valid.')
    await offers.add({ code: 'AGAIN' })
    expect(await quote({ offerCode: 'again' })).toMatchObject({ refusal: null, isApplied: true })
  })

  test('cannot change what somebody else has changed, and not what has ended', async () => {
    const draft = offers.buildDraft()
    const { _id: id } = (await offers.send(draft)).json().offer
    await offers.edit(id, { ...draft, percent: 20, version: 1 })
    const stale = await offers.edit(id, { ...draft, percent: 30, version: 1 })
    expect([stale.statusCode, stale.json().code, (await offers.end(id, 1)).json().code]).toEqual([409, 'offer_changed', 'offer_changed'])
    await offers.end(id, 2)
    expect((await offers.edit(id, { ...draft, version: 3 })).json().code).toBe('offer_ended')
    expect((await offers.end('unknown', 1)).json().code).toBe('offer_not_found')
  })
})

describe('the quote of a cart', () => {
  test('without offers is its total', async () => {
    expect(await quote()).toEqual({ totalPrice: 999, code: null, refusal: null, isApplied: false, hasCodes: true })
  })

  test('states total, discount and what is to be paid, and leaves out products that are not on sale', async () => {
    const { code } = await offers.add()
    const gone = await createTestProduct({ database })
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', gone.id).execute()
    const { products } = buildGuestOrder([tee, gone])
    expect(await quote({ offerCode: ` ${code.toLowerCase()} `, products })).toEqual({
      totalPrice: 999,
      adjustments: [{ kind: 'discount', labelCode: code, amount: -100 }],
      toPay: 899,
      code,
      refusal: null,
      isApplied: true,
      hasCodes: true,
    })
  })

  test.each([
    ['We do not know this code. Please check it.', { code: null, kind: 'quantity', percent: null, tiers: [{ items: 90, percent: 5 }] }],
    ['This code is not valid yet.', { from: '2030-01-01T00:00:00Z' }],
    ['This code is no longer valid.', { to: '2020-01-01T00:00:00Z' }],
    ['This code is for orders of ₹1,000 or more.', { least: 1000 }],
    ['This code is not for the items in your cart.', { scope: { kind: 'categories', ids: ['JOGGER'] } }],
  ] as const)('names why a code does not count: %s', async (refusal, more) => {
    const { code } = await offers.add(more as object)
    expect(await quote({ offerCode: code || 'NOBODY-KNOWS' })).toMatchObject({ totalPrice: 999, refusal, isApplied: false })
  })

  test('has other figures for an online payment when an offer is for that', async () => {
    const online = await offers.add({
      kind: 'pay_online',
      code: null,
      title: 'Paid online',
      percent: 5,
      scope: { kind: 'products', ids: [tee.id] },
    })
    const { code } = await offers.add()
    const discounts = [
      { labelCode: code, amount: -100 },
      { labelCode: 'Paid online', amount: -45 },
    ]
    expect(await quote({ offerCode: code })).toMatchObject({ toPay: 899, online: { totalPrice: 999, toPay: 854, adjustments: discounts } })
    expect(await quote({ offerCode: code, payment: 'online' })).toMatchObject({ toPay: 854, adjustments: discounts })
    await offers.end(online._id, 1)
  })
})

test('wrong codes are limited by IP address and network, and right ones are not', async () => {
  const shop = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
  const own = await createOffers(shop)
  const { code } = await own.add()
  const product = await createTestProduct({ database: shop.database })
  const { products } = buildGuestOrder([product])
  const ask = (offerCode: string, ip: string) =>
    shop.request('POST', '/guest/quote', { headers: { 'x-forwarded-for': ip }, body: { products, offerCode } })
  for (let turn = 0; turn < 25; turn += 1) expect((await ask(code, '192.0.2.1')).statusCode).toBe(200)
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, turn) => ask(`WRONG-${turn}`, '192.0.2.1')))
  expect(wrong.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  const limited = await ask(code, '192.0.2.1')
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 500]).toEqual([429, true])
  expect((await ask(code, '198.51.100.1')).statusCode).toBe(200)
  const many = [...Array.from({ length: 200 }, (_, turn) => `GUESS-${turn}`), code]
  const guessed = await Promise.all(many.map((each) => ask(each, '203.0.113.1')))
  expect(guessed.at(-1)?.statusCode).toBe(429)
  const others = Array.from({ length: 80 }, (_, turn) => ask(`OTHER-${turn}`, `203.0.113.${2 + (turn % 4)}`))
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200))
  expect((await ask(code, '203.0.113.9')).statusCode).toBe(429)
})
