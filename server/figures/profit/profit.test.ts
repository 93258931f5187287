import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { paise } from '#contract/kernel/money.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from '../count-days.ts'
import { listMonthsUntil } from './profit-rules.ts'

const provider = await startProvider()
const shop = await createTestApp({ gateways: provider.gateways, environment: taxedShop })
const { request, database, trackingKey } = shop
const taxed = await createTaxedOrders(shop)
const { cookies } = taxed
const returns = createReturns({ request, database, trackingKey, provider, cookies })

const month = toIndianDay().slice(0, 7)
const [before = ''] = listMonthsUntil({ month, count: 2 })

const readProfit = async (asked = '') =>
  (await request('GET', `/figures/profit${asked && `?month=${asked}`}`, { cookies })).json<CallReply<'GET /figures/profit'>>()
const readLines = async () => Object.fromEntries((await readProfit()).lines.map(({ key, amount }) => [key, amount]))
const addExpense = (body: object) => request('POST', '/figures/expenses', { cookies, body })

/** What the lines are more than before. */
async function findChange(act: () => Promise<unknown>) {
  const earlier = await readLines()
  await act()
  const later = await readLines()
  const changes = Object.keys(later).map((key) => [key, Math.round(((later[key] ?? 0) - (earlier[key] ?? 0)) * 100) / 100] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

async function createTee({ price = 1_050, cost = 400 as number | null } = {}) {
  const tee = await createTestProduct({ database, price, stock: 50 })
  await database
    .updateTable('products')
    .set({ cost_paise: cost === null ? null : paise(cost * 100) })
    .where('id', '=', tee.id)
    .execute()
  return tee
}

test('a delivered order counts with its tax and the cost of its moment, and not before the delivery', async () => {
  const tee = await createTee()
  const id = await taxed.placeInvoiced([{ ...tee, quantity: 2 }])
  await database
    .updateTable('products')
    .set({ cost_paise: paise(90_000) })
    .where('id', '=', tee.id)
    .execute()
  await taxed.transition(id, 'Shipped')
  expect(await findChange(() => taxed.transition(id, 'Delivered'))).toEqual({
    items: 2_100,
    tax: -100,
    netSales: 2_000,
    goods: -800,
    profit: 1_200,
  })
})

test('items without a cost count as costing nothing, and their share is told', async () => {
  const { unknownCost } = await readProfit()
  const [known, unknown] = [await createTee(), await createTee({ price: 500, cost: null })]
  const id = await taxed.placeInvoiced([known, unknown])
  for (const to of ['Shipped', 'Delivered']) await taxed.transition(id, to)
  const after = (await readProfit()).unknownCost
  expect([after.sales - unknownCost.sales, after.all - unknownCost.all]).toEqual([500, 1_550])
})

test('parcels cost freight both ways, and a damaged one its goods', async () => {
  const { rates } = await readProfit()
  const body = { freight: 70.5, returnFreight: 90, feePercent: 2.36, version: rates.version }
  expect((await request('PUT', '/figures/profit/rates', { cookies, body })).statusCode).toBe(200)
  expect((await request('PUT', '/figures/profit/rates', { cookies, body })).json().code).toBe('profit_rates_changed')
  const tee = await createTee()
  const id = await taxed.placeInvoiced([tee])
  const change = await findChange(async () => {
    for (const to of ['Shipped', 'Refused']) await taxed.transition(id, to)
  })
  expect(change).toEqual({ freight: -70.5, returnFreight: -90, profit: -160.5 })
  await countChangedDays({ database, signal: new AbortController().signal })
  const deliveries = (await request('GET', '/figures/deliveries?days=7', { cookies })).json<CallReply<'GET /figures/deliveries'>>()
  expect([deliveries.rates, deliveries.sums.figures.refused]).toEqual([{ freight: 70.5, returnFreight: 90 }, 1])
  expect((await request('GET', '/figures/deliveries/export?days=7', { cookies })).body).toMatch(/,1,0,0,160\.5,0\r\n/)
  const { version } = await taxed.read(id)
  expect(
    await findChange(() => request('POST', `/order/admin/${id}/receive`, { cookies, body: { condition: 'damaged', version } })),
  ).toEqual({ goods: -400, profit: -400 })
})

test('an online payment costs the share of the provider, and a return takes back what it pays and its goods', async () => {
  const order = await returns.deliverCard()
  expect((await readLines()).fees).toBe(-37.71)
  await database
    .updateTable('order_lines')
    .set({ cost_paise: paise(30_000) })
    .where('order_id', '=', order.id)
    .execute()
  const { refund } = (await order.preview([{ line: 1, quantity: 1, reason: 'faulty' }])).json()
  const asked = (await order.ask([{ line: 1, quantity: 1, reason: 'faulty' }], refund)).json().return
  expect((await returns.receive(asked._id, 1)).statusCode).toBe(200)
  const { refund: paidBack } = await returns.read(asked._id)
  expect(paidBack).toBeLessThan(refund)
  expect(await findChange(() => returns.admin(asked._id, 'settle', { refund: paidBack }))).toEqual({
    returned: -paidBack,
    netSales: -paidBack,
    goods: 300,
    profit: 300 - paidBack,
  })
})

test('expenses count on their day, by kind, beside the month before', async () => {
  const rent = { day: `${month}-01`, kind: 'rent', amount: '₹ १२,५००.५०', note: 'Shop 🏬' }
  const change = await findChange(async () => {
    expect((await addExpense(rent)).json()).toMatchObject({ expense: { day: rent.day, amount: 12_500.5, note: rent.note, version: 0 } })
    await addExpense({ ...rent, day: `${before}-28`, amount: '700' })
  })
  expect(change).toEqual({ expenses: -12_500.5, profit: -12_500.5 })
  const profit = await readProfit()
  expect(profit.expenses).toEqual([{ kind: 'rent', amount: 12_500.5, before: 700 }])
  expect(profit.lines.find(({ key }) => key === 'expenses')?.before).toBe(-700)
  expect((await readProfit(before)).lines.find(({ key }) => key === 'expenses')?.amount).toBe(-700)
  const { months } = (await request('GET', '/figures/profit/months', { cookies })).json<CallReply<'GET /figures/profit/months'>>()
  expect(months.map((each) => each.month)).toEqual(listMonthsUntil({ month, count: 6 }))
  expect(months.at(-1)?.profit).toBe(profit.lines.find(({ key }) => key === 'profit')?.amount)
})

test('the list of a kind has the sums of six months, and the file the same expenses', async () => {
  const months = listMonthsUntil({ month, count: 6 })
  await addExpense({ day: `${months[0]}-10`, kind: 'packaging', amount: '40.25', note: '=1+1' })
  await addExpense({ day: `${before}-28`, kind: 'packaging', amount: '5', note: 'a, "b"' })
  const list = (await request('GET', '/figures/expenses?kind=packaging', { cookies })).json<CallReply<'GET /figures/expenses'>>()
  expect(list.months).toEqual(months.map((each, index) => ({ month: each, amount: [40.25, 0, 0, 0, 5, 0][index] })))
  const all = (await request('GET', `/figures/expenses?month=${before}`, { cookies })).json<CallReply<'GET /figures/expenses'>>()
  expect([all.months.at(-1), all.sum]).toEqual([{ month: before, amount: 705 }, 705])
  const file = (await request('GET', '/figures/expenses/export?kind=packaging', { cookies })).body.trim().split('\r\n')
  expect(file.slice(1).map((row) => row.split(',').slice(0, 3).join())).toEqual([
    `${months[0]}-10,packaging,40.25`,
    `${before}-28,packaging,5`,
  ])
  expect(file[2]).toMatch(/"a, "{2}b"{3}/)
})

test('a request that is repeated with its key adds one expense', async () => {
  const body = { day: `${month}-03`, kind: 'software', amount: '99', note: 'repeated' }
  const send = (amount = '99') =>
    request('POST', '/figures/expenses', { cookies, headers: { 'idempotency-key': 'e-1' }, body: { ...body, amount } })
  const countActivity = async () => (await request('GET', '/activity?kind=expense', { cookies })).json().entries.length
  const recorded = await countActivity()
  const replies = await Promise.all([send(), send(), send()])
  const ids = replies.map((reply) => [reply.statusCode, reply.json().expense._id])
  expect(ids).toEqual(ids.map(() => [201, ids[0]?.[1]]))
  expect((await send('98')).json().code).toBe('key_reused')
  expect((await request('GET', '/figures/expenses?kind=software', { cookies })).json().total).toBe(1)
  expect(await countActivity()).toBe(recorded + 1)
})

test('an expense is changed by who has seen its last version, and each change is in the activity', async () => {
  const { expense } = (await addExpense({ day: `${month}-02`, kind: 'wages', amount: '10', note: '' })).json()
  const edit = (version: number) =>
    request('PATCH', `/figures/expenses/${expense._id}`, {
      cookies,
      body: { day: expense.day, kind: 'other', amount: '11', note: 'x', version },
    })
  expect([(await edit(0)).statusCode, (await edit(0)).json().code]).toEqual([200, 'expense_changed'])
  const remove = (query: string) => request('DELETE', `/figures/expenses/${expense._id}${query}`, { cookies })
  const removed = [await remove('?version=0'), await remove('?version=1'), await remove('?version=1')]
  expect(removed.map(({ statusCode }) => statusCode)).toEqual([409, 200, 409])
  expect(removed[0]?.json().code).toBe('expense_changed')
  const { entries } = (await request('GET', '/activity?kind=expense', { cookies })).json()
  expect(entries.slice(0, 3).map(({ text }: { text: string }) => text)).toEqual(['Expense deleted', 'Expense changed', 'Expense added'])
  expect(entries[1].changes).toMatchObject({ amount_paise: { before: 1_000, after: 1_100 } })
})

test('an expense is also deleted by a program that names no version, and once by two at the same moment', async () => {
  const ids = await Promise.all(
    ['10', '20'].map(async (amount) => (await addExpense({ day: `${month}-03`, kind: 'rent', amount, note: '' })).json().expense._id),
  )
  const remove = async (path: string) => (await request('DELETE', `/figures/expenses/${path}`, { cookies })).statusCode
  expect([await remove(ids[0]), await remove(ids[0])]).toEqual([200, 409])
  const both = await Promise.all([remove(`${ids[1]}?version=0`), remove(`${ids[1]}?version=0`)])
  expect(both.toSorted()).toEqual([200, 409])
})

test('what is no amount, day or kind is refused', async () => {
  const right = { day: `${month}-02`, kind: 'wages', amount: '10', note: '' }
  for (const wrong of [
    { amount: '12,99' },
    { amount: '0' },
    { amount: '-5' },
    { day: '2026-02-30' },
    { kind: 'gifts' },
    { note: 'a\nb' },
    { note: 'x'.repeat(301) },
  ]) {
    const reply = await addExpense({ ...right, ...wrong })
    expect([wrong, reply.statusCode, Object.keys(reply.json().fields)]).toEqual([wrong, 400, Object.keys(wrong)])
  }
  const { rates } = await readProfit()
  const body = { freight: 1.005, returnFreight: 0, feePercent: 2, version: rates.version }
  expect((await request('PUT', '/figures/profit/rates', { cookies, body })).json().fields).toHaveProperty('freight')
})

test('the file has a column for each month and says how each line is counted', async () => {
  const file = (await request('GET', `/figures/profit/export?month=${month}`, { cookies })).body
  const rows = file.replace('﻿', '').trim().split('\r\n')
  expect(rows[0]).toBe(['Line', ...listMonthsUntil({ month, count: 6 }), 'How it is counted'].join(','))
  expect(rows.find((row) => row.startsWith('Profit,'))).toContain(`,${(await readLines()).profit},`)
})

test('a shopper sees nothing of it', async () => {
  const shopper = await signInShopper({ request })
  for (const path of ['/figures/profit', '/figures/profit/months', '/figures/profit/export', '/figures/expenses'])
    expect((await request('GET', path, shopper)).statusCode).toBe(403)
})
