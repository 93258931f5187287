import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTickets } from '#testing/tickets.ts'

const shop = await startShop()
const { request, admin: administrator } = shop
const { list, write, read, change, backdate } = createTickets({ shop, cookies: administrator.cookies })

describe('GET /users/account/tickets', () => {
  test('lists the own messages, newest first, without what the account page answers by itself', async () => {
    const shopper = await signInShopper({ request })
    const first = await write({}, shopper.cookies)
    const second = await write({ kind: 'return' }, shopper.cookies)
    await write({ replyTo: first.email })
    await request('POST', '/users/account/data', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
    await change(await read(first.number), 'replies', { text: 'It is on its way.' })
    const answer = await request('GET', '/users/account/tickets', { cookies: shopper.cookies })
    expect(answer.json().tickets).toMatchObject([
      { number: second.number, kind: 'return', answeredAt: null },
      { number: first.number, answeredAt: expect.any(String) },
    ])
  })
})

test('what an administrator writes opens no ticket of an account', async () => {
  const { number } = await write({}, administrator.cookies)
  expect(await read(number)).toMatchObject({ isAccount: false })
})

test('the order of tickets is that of their due dates', async () => {
  const mark = randomUUID()
  const named = { orderNumber: mark }
  const [late, soon, done, later] = [await write(named), await write(named), await write(named), await write({ ...named, kind: 'return' })]
  await backdate(late.number, 'acknowledge_by', 2)
  await backdate(soon.number, 'acknowledge_by', -1)
  await change(await read(done.number), 'settle')
  await change(await read(later.number), 'acknowledge')
  const numbers = async (query: string) => (await list(`q=${mark}&${query}`)).tickets.map(({ number }) => number)
  expect(await numbers('')).toEqual([late, soon, later, done].map(({ number }) => number))
  expect(await numbers('state=overdue')).toEqual([late.number])
  expect(await numbers('state=open')).toEqual([late.number, soon.number])
  expect(await numbers('state=acknowledged')).toEqual([later.number])
  expect(await numbers('state=settled')).toEqual([done.number])
  expect(await numbers('kind=return')).toEqual([later.number])
  await backdate(later.number, 'due_at', 3)
  expect(await numbers('state=overdue')).toEqual([later.number, late.number])
})
