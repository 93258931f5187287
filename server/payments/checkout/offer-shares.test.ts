import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPhone, startGuestCheckout } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { readCookies } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { provider, request, database } = await startPayingApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
const offers = await createOffers({ request, database })

const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')
type Options = Partial<Parameters<typeof startGuestCheckout>[0]> & { ip?: string }
/** A guest with an unpaid payment for a tee with this code. */
const openFrom = ({ code, ip = createIp(), ...more }: Options & { code: string }) =>
  startGuestCheckout({
    request,
    database,
    provider,
    quantity: 1,
    headers: { 'x-forwarded-for': ip },
    more: { offerCode: code },
    ...more,
  })
const codeOf = ({ opened }: Awaited<ReturnType<typeof openFrom>>) => (opened.statusCode === 200 ? 'opened' : opened.json().code)
const openTimes = async (count: number, open: (index: number) => ReturnType<typeof openFrom>) => {
  const outcomes: string[] = []
  for (let index = 0; index < count; index += 1) outcomes.push(codeOf(await open(index)))
  return outcomes
}

test('unpaid payments of an IP address reserve a tenth of the uses of a code', async () => {
  const { _id, code } = await offers.add({ limitTotal: 30 })
  const ip = createIp()
  expect(await openTimes(5, () => openFrom({ code, ip }))).toEqual(['opened', 'opened', 'opened', 'offer_used_up', 'offer_used_up'])
  expect((await openFrom({ code, ip })).opened.json().error).toBe('This offer has been used up.')
  expect([codeOf(await openFrom({ code })), await offers.used(_id)]).toEqual(['opened', 4])
})

test('unpaid payments of a network reserve half of the uses of a code', async () => {
  const { code } = await offers.add({ limitTotal: 20 })
  const outcomes = await openTimes(12, (index) => openFrom({ code, ip: `203.0.113.${index}` }))
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'opened'), 'offer_used_up', 'offer_used_up'])
})

test('one use of a code with few uses is reserved, by phone and mailbox from all IP addresses', async () => {
  const { code } = await offers.add({ limitTotal: 5 })
  const phone = createPhone()
  expect(await openTimes(2, () => openFrom({ code, phone }))).toEqual(['opened', 'offer_used_up'])
  const first = await openFrom({ code })
  const body = { ...first.buildOrder(), deliveryAddress: { ...first.buildOrder().deliveryAddress, phone: createPhone() } }
  const again = await request('POST', '/guest/create-order', { body, headers: { 'x-forwarded-for': createIp() } })
  expect(again.json().code).toBe('offer_used_up')
})

test('who pays can use the code again, and a code without a limit is not shared out', async () => {
  const ip = createIp()
  const limited = await offers.add({ limitTotal: 5 })
  for (let turn = 0; turn < 3; turn += 1) {
    const { pay, verify } = await openFrom({ code: limited.code, ip })
    expect((await verify((await pay()).browser.response)).statusCode).toBe(200)
  }
  const { code } = await offers.add()
  expect(await openTimes(4, () => openFrom({ code, ip }))).toEqual(Array.from({ length: 4 }, () => 'opened'))
})

test('a browser that changes its cart gets the use of its former payment', async () => {
  const { _id, code } = await offers.add({ limitTotal: 1 })
  const first = await openFrom({ code })
  const { products } = first.buildOrder()
  const body = { products: products.map((line) => ({ ...line, quantity: 2 })), totalPrice: 1598 }
  const again = await first.open({ cookies: readCookies(first.opened), body })
  expect([again.statusCode, await offers.used(_id)]).toEqual([200, 1])
})
