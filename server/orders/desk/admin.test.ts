import { randomInt, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin } = await startShop()
const tee = await createTestProduct({ database, stock: 1_000 })

async function place(delivery: Partial<typeof address> = {}) {
  const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, ...delivery } }
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}

async function list(query: string) {
  const reply = await request('GET', `/cod/adminOrder?${query}`, { cookies: admin.cookies })
  return reply.json<{ orders: AdminOrder[]; total: number; totalPages: number }>()
}
const numbers = async (query: string) => (await list(query)).orders.map((order) => order.number)

describe('GET /cod/adminOrder', () => {
  test('finds an order by its number, name, phone or e-mail, in any case', async () => {
    const mark = `zq${randomUUID().slice(0, 6)}`
    const { number } = await place({ firstName: 'Meenakshi', lastName: mark, phone: '9000012345', email: `${mark}@Example.com` })
    await place()
    for (const q of [
      number,
      number.replace('-', '').toLowerCase(),
      `meena ${mark}`,
      mark.toUpperCase(),
      `${mark}@example`,
      `${mark} 90000123`,
    ])
      expect(await numbers(`q=${encodeURIComponent(q)}`)).toEqual([number])
    expect(await numbers(`q=${mark}%25`)).toEqual([])
    expect(await numbers('q=%5C_%25')).toEqual([])
  })

  test('filters by status, kind and day', async () => {
    const mark = `st${randomUUID().slice(0, 6)}`
    const unchanged = await place({ lastName: mark })
    const moved = await place({ lastName: mark })
    await request('POST', `/order/admin/${moved._id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
    expect(await numbers(`q=${mark}&status=Placed`)).toEqual([unchanged.number])
    expect(await numbers(`q=${mark}&status=Confirmed&kind=guest`)).toEqual([moved.number])
    expect(await numbers(`q=${mark}&kind=card`)).toEqual([])
    // 23:30 in India on the 4th, still the 4th there and not the 5th.
    await database
      .updateTable('orders')
      .set({ placed_at: new Date('2026-01-04T18:00:00Z') })
      .where('id', '=', unchanged._id)
      .execute()
    expect(await numbers('from=2026-01-04&to=2026-01-04')).toEqual([unchanged.number])
    expect(await numbers('from=2026-01-05&to=2026-01-06')).toEqual([])
  })

  test('the total follows orders that are placed, moved and deleted', async () => {
    const count = async (query: string) => (await list(query)).total
    const before = { all: await count(''), placed: await count('status=Placed'), confirmed: await count('status=Confirmed&kind=guest') }
    const [order] = [await place(), await place()]
    await request('POST', `/order/admin/${order._id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
    expect(await count('')).toBe(before.all + 2)
    expect(await count('status=Placed')).toBe(before.placed + 1)
    expect(await count('status=Confirmed&kind=guest')).toBe(before.confirmed + 1)
    expect(await count('status=Confirmed&kind=card')).toBe(0)
    await database.deleteFrom('orders').where('id', '=', order._id).execute()
    expect(await count('status=Confirmed&kind=guest')).toBe(before.confirmed)
  })

  test('a search by text or day counts all orders, and every page can be reached', async () => {
    const mark = `many${randomUUID().slice(0, 6)}`
    const rows = Array.from({ length: 325 }, (_, place) => ({
      number: `${mark}-${place}`,
      kind: 'guest' as const,
      total_paise: toPaise(1),
      paid_paise: toPaise(0),
      collect_paise: toPaise(1),
      delivery_address: JSON.stringify({ ...address, lastName: mark }),
      placed_at: new Date(Date.UTC(2020, 0, 1, 0, 0, place)),
    }))
    await database.insertInto('orders').values(rows).execute()
    for (const query of [`q=${mark}`, 'from=2020-01-01&to=2020-01-01']) {
      expect(await list(query)).toMatchObject({ total: 325, totalPages: 33 })
      const last = await list(`${query}&page=33`)
      expect(last).toMatchObject({ total: 325, totalPages: 33 })
      expect(last.orders.map(({ number }) => number)).toEqual([4, 3, 2, 1, 0].map((place) => `${mark}-${place}`))
      expect(await list(`${query}&page=40`)).toMatchObject({ orders: [], total: 325 })
    }
    await database.deleteFrom('orders').where('number', 'like', `${mark}%`).execute()
  })

  test('finds a phone in any notation, whole or in part', async () => {
    const digits = `98${randomInt(10_000_000, 99_999_999)}`
    const groups = `${digits.slice(0, 5)} ${digits.slice(5)}`
    const guest = await place({ phone: digits })
    const card = await database
      .insertInto('orders')
      .values({
        number: randomUUID().slice(0, 9),
        kind: 'card',
        total_paise: toPaise(1),
        paid_paise: toPaise(1),
        collect_paise: toPaise(0),
        delivery_address: JSON.stringify({ ...address, phone: `+91-${groups}` }),
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const found = [card.number, guest.number]
    for (const q of [
      digits,
      `+91${digits}`,
      `+91 ${groups}`,
      `(+91) ${groups.replace(' ', '-')}`,
      `91${digits}`,
      `0${digits}`,
      `0 ${groups}`,
      groups,
      `+91 ${digits.slice(0, 8)}`,
      `asha ${groups} rao`,
      `560001 ${groups}`,
    ])
      expect([q, await numbers(`q=${encodeURIComponent(q)}`)]).toEqual([q, found])
    expect(await numbers(`q=${encodeURIComponent(`+91 ${groups}1`)}`)).toEqual([])
  })

  test('finds orders by city, PIN code, product and size', async () => {
    const mark = `zq${randomUUID().slice(0, 6)}`
    const jogger = await createTestProduct({ database, name: `Peacock Jogger ${mark}` })
    const delivery = { ...address, city: `New ${mark}pur`, pinCode: '682031' }
    const body = { ...buildGuestOrder([tee, { ...jogger, size: 'XL' }]), deliveryAddress: delivery }
    const { number } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
    for (const q of [
      `${mark}pur`,
      `new ${mark}pur`,
      `${mark} 682031`,
      `682 031 ${mark}`,
      `peacock ${mark}`,
      `${mark} XL`,
      `jogger xl ${mark}pur`,
    ])
      expect([q, await numbers(`q=${encodeURIComponent(q)}`)]).toEqual([q, [number]])
    expect(await numbers(`q=${mark}+M`)).toEqual([])
    expect(await numbers(`q=${mark}+XXL`)).toEqual([])
    const initial = await place({ firstName: 'M', lastName: mark })
    expect(await numbers(`q=m+${mark}`)).toEqual([initial.number])
  })

  test('has the phone and city of the shopper and shows a missing size', async () => {
    const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, lastName: 'Sizeless' } }
    await request('POST', '/guest/cashondelivery', { body })
    expect((await list('q=sizeless')).orders[0]).toMatchObject({
      kind: 'guest',
      phone: address.phone,
      city: address.city,
      products: [{ size: null }],
    })
  })

  test.each(['page=0', 'status=Lost', 'kind=gift', 'from=yesterday', 'to=2026-13-01'])('rejects %s', async (query) => {
    expect((await request('GET', `/cod/adminOrder?${query}`, { cookies: admin.cookies })).statusCode).toBe(400)
  })
})

describe('GET /order/admin/:id', () => {
  test('has the events with their actors', async () => {
    const { _id } = await place()
    await request('POST', `/order/admin/${_id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed', from: 'Placed' } })
    const order = (await request('GET', `/order/admin/${_id}`, { cookies: admin.cookies })).json()
    expect(order.events).toEqual([
      { type: 'Placed', event: 'Placed', happenedAt: expect.any(String), actor: 'guest', actorName: null },
      { type: 'Confirmed', event: 'Confirmed', happenedAt: expect.any(String), actor: 'admin', actorName: admin.name },
    ])
    expect(order.transitions).toEqual(['Packed', 'Cancelled'])
  })

  test('a transition from an outdated status is rejected', async () => {
    const { _id } = await place()
    const transition = (to: string) => request('POST', `/order/admin/${_id}/move`, { cookies: admin.cookies, body: { to, from: 'Placed' } })
    expect((await transition('Confirmed')).statusCode).toBe(200)
    expect((await transition('Cancelled')).statusCode).toBe(409)
  })
})

describe('GET /order/admin/daily', () => {
  test('has the number of orders and the cash to collect for each day, today last', async () => {
    const before = (await request('GET', '/order/admin/daily?days=7', { cookies: admin.cookies })).json().days
    const cancelled = await place()
    await request('POST', `/order/admin/${cancelled._id}/move`, { cookies: admin.cookies, body: { to: 'Cancelled' } })
    await place()
    const { days } = (await request('GET', '/order/admin/daily?days=7', { cookies: admin.cookies })).json()
    expect(days).toHaveLength(7)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
    const { orders, cancelled: earlier, takings, codDue } = before.at(-1)
    expect(days.at(-1)).toEqual({ day: today, orders: orders + 2, cancelled: earlier + 1, takings, codDue: codDue + tee.price })
  })
})
