import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createCodOrders } from '#testing/cod-orders.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies, placeOrder, sendCheck, sendRecord, check, record, undo, read, sumOf } = await createCodOrders({ request, database })

const openOf = async (number: string) => (await read()).openLines.filter((line) => [line.number, line.trackingNumber].includes(number))
const outcomes = ({ lines }: { lines: readonly { outcome: string }[] }) => lines.map(({ outcome }) => outcome)
const lastList = async () => (await read()).lists[0] ?? { _id: '', version: 0 }

afterEach(async () => {
  const { rows } = await sql`
    (table unpaid_cod_orders except select * from find_unpaid_cod_orders()) union all
    (select * from find_unpaid_cod_orders() except table unpaid_cod_orders)
  `.execute(database)
  expect(rows, 'the table of unpaid orders is what the orders say').toEqual([])
})

test('an order that was paid under a number that was corrected is entered already, and the list is recorded', async () => {
  const [paid, other] = [await placeOrder({ courier: 'delhivery' }), await placeOrder({ courier: 'delhivery' })]
  await record('delhivery', `${paid.trackingNumber},799`)
  expect((await paid.saveNumber({ courier: 'delhivery', trackingNumber: 'CORRECTED1' })).statusCode).toBe(200)
  const list = `CORRECTED1,799\n${other.trackingNumber},799`
  expect(outcomes(await check('delhivery', list))).toEqual(['entered', 'matched'])
  const reply = await record('delhivery', list)
  expect(reply.message).toBe('1 line is recorded')
  expect(reply.lines[0]?.message).toMatch(
    new RegExp(`^The list of .* had order ${paid.number} under the number ${paid.trackingNumber}\\.$`),
  )
})

test('a list that came before the tracking number counts when the number is stored, also as the same list again', async () => {
  const order = await placeOrder({})
  const list = 'EARLY1,799,UTR5'
  expect(outcomes(await record('ekart', list))).toEqual(['unknown'])
  expect(await openOf('EARLY1')).toHaveLength(1)
  expect((await read('?courier=none')).orders.map(({ number }) => number)).toContain(order.number)
  await order.saveNumber({ courier: 'ekart', trackingNumber: 'EARLY1' })
  expect(await openOf('EARLY1')).toEqual([])
  expect(await sumOf('ekart')).toBeUndefined()
  expect((await order.read()).events.at(-1).event).toBe('The courier has paid ₹799 (Ekart, UTR5)')
  expect((await record('ekart', list)).enteredAt).not.toBeNull()
  expect(outcomes(await check('ekart', `${list}\nOTHER1,5`))).toEqual(['entered', 'unknown'])
})

test('a number that an older server has stored is matched when the next list is entered', async () => {
  const [order, other] = [await placeOrder({ courier: 'dtdc' }), await placeOrder({ courier: 'dtdc' })]
  await record('dtdc', 'EARLY2,799')
  await database.updateTable('shipments').set({ tracking_number: 'EARLY2' }).where('order_id', '=', order.id).execute()
  await record('dtdc', `${other.trackingNumber},799`)
  expect(await openOf('EARLY2')).toEqual([])
  expect(await sumOf('dtdc')).toBeUndefined()
})

test('a line that came before the delivery is matched by it', async () => {
  const order = await placeOrder({ courier: 'dtdc', last: 'Shipped' })
  expect(outcomes(await record('dtdc', `${order.trackingNumber},799`))).toEqual(['not delivered'])
  expect(await openOf(order.number)).toHaveLength(1)
  await order.transition('Delivered')
  expect(await openOf(order.number)).toEqual([])
  expect(await sumOf('dtdc')).toBeUndefined()
})

test('the parts of a payment are compared by their sum', async () => {
  const order = await placeOrder({ courier: 'ekart' })
  await record('ekart', `${order.trackingNumber},700,UTR1`)
  expect(outcomes(await check('ekart', `${order.trackingNumber},700`))).toEqual(['entered'])
  const second = await record('ekart', `${order.trackingNumber},50,UTR2`)
  expect(second.lines[0]?.message).toBe(`Order ${order.number}: ₹49 less than ₹799. Earlier lists had ₹700.`)
  // The newest part says what is missing.
  expect((await openOf(order.number)).map(({ amount, message }) => [amount, message])).toEqual([[50, second.lines[0]?.message]])
  expect(outcomes(await record('ekart', `${order.trackingNumber},49,UTR3`))).toEqual(['matched'])
  expect(await openOf(order.number)).toEqual([])
  // A further payment of a courier is too much, the same one under no reference is a repetition.
  expect(outcomes(await check('ekart', `${order.trackingNumber},100`))).toEqual(['entered'])
  const over = await record('ekart', `${order.trackingNumber},100,UTR4`)
  expect(over.lines[0]).toMatchObject({
    outcome: 'over',
    message: `Order ${order.number}: ₹100 more than ₹799. Earlier lists had ₹799.`,
  })
  expect(await openOf(order.number)).toHaveLength(1)
})

test('two parts of the same amount are told apart by their references, or by the UTR of the list', async () => {
  const order = await placeOrder({ courier: 'ekart' })
  await record('ekart', `${order.trackingNumber},399.50`, { utr: 'UTR1' })
  expect(outcomes(await check('ekart', `${order.trackingNumber},399.50\n`, { utr: 'UTR1' }))).toEqual(['entered'])
  expect(outcomes(await record('ekart', `${order.trackingNumber},399.50,UTR2`))).toEqual(['matched'])
})

test('a wrong list is undone once, and can be entered again', async () => {
  const [order, short] = [await placeOrder({ courier: 'xpressbees' }), await placeOrder({ courier: 'xpressbees' })]
  const list = `${order.trackingNumber},799\n${short.trackingNumber},1\nNOBODY9,5`
  await record('xpressbees', list, { utr: 'UTR9', bankAmount: '805' })
  const { _id: id, version, ...entered } = (await read()).lists[0] ?? { _id: '', version: 0 }
  expect(entered).toMatchObject({ lines: 3, amount: 805, bankAmount: 805, utr: 'UTR9', resolvedLines: 0, undoneAt: null })
  const replies = await Promise.all([undo(id, version), undo(id, version)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await undo(id, version)).json().message).toBe('This list has been undone already.')
  expect((await read()).lists[0]).toMatchObject({
    _id: id,
    lines: 3,
    amount: 805,
    undoneAt: expect.any(String),
    undoneBy: expect.any(String),
  })
  expect(await openOf('NOBODY9')).toEqual([])
  expect(await sumOf('xpressbees')).toMatchObject({ orders: 2, amount: 1598 })
  expect((await short.read()).events.at(-1).event).toBe('Payment of the courier undone: ₹1 (XpressBees, UTR9)')
  expect(outcomes(await record('xpressbees', `${short.trackingNumber},799`))).toEqual(['matched'])
  expect(outcomes(await record('xpressbees', list))).toEqual(['matched', 'entered', 'unknown'])
})

test('undoing the second part of a payment opens the first one again', async () => {
  const order = await placeOrder({ courier: 'xpressbees' })
  await record('xpressbees', `${order.trackingNumber},700`)
  await record('xpressbees', `${order.trackingNumber},99`)
  expect(await openOf(order.number)).toEqual([])
  await undo((await lastList())._id)
  expect((await openOf(order.number)).map(({ message }) => message)).toEqual([`Order ${order.number}: ₹99 less than ₹799.`])
})

test('a list is not undone by who has not seen that a line of it was resolved', async () => {
  const order = await placeOrder({ courier: 'blue-dart' })
  await record('blue-dart', `${order.trackingNumber},700`)
  const { _id: id, version } = await lastList()
  const [line] = await openOf(order.number)
  await request('POST', `/remittances/lines/${line?._id}/resolve`, { cookies, body: { note: 'The rest came by UPI.' } })
  const stale = await undo(id, version)
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'remittance_changed'])
  expect(await lastList()).toMatchObject({ resolvedLines: 1, undoneAt: null })
  expect((await undo(id, (await lastList()).version)).statusCode).toBe(200)
  expect((await undo('00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect((await undo('1')).statusCode).toBe(404)
})

test('a payment for several couriers finds the parcels of all', async () => {
  const [one, two] = [await placeOrder({ courier: 'delhivery' }), await placeOrder({ courier: 'ecom-express' })]
  const list = `${one.trackingNumber},799\n${two.trackingNumber},799\nNOBODY7,5`
  const { lines } = await record('several', list)
  expect(lines.map(({ outcome, courierName, message }) => [outcome, courierName, message])).toEqual([
    ['matched', 'Delhivery', `Order ${one.number}: ₹799 as expected.`],
    ['matched', 'Ecom Express', `Order ${two.number}: ₹799 as expected.`],
    ['unknown', null, 'No parcel has this number.'],
  ])
  expect((await read()).lists[0]).toMatchObject({ courierName: 'Several couriers', lines: 3 })
  expect((await openOf('NOBODY7')).map(({ courierName }) => courierName)).toEqual(['Several couriers'])
  // The courier's own list has the same line.
  expect(outcomes(await check('ecom-express', `${two.trackingNumber},799`))).toEqual(['entered'])
  const late = await placeOrder({})
  await late.saveNumber({ courier: 'ekart', trackingNumber: 'NOBODY7' })
  expect((await openOf(late.number)).map(({ courierName, message }) => [courierName, message])).toEqual([
    ['Ekart', `Order ${late.number}: ₹794 less than ₹799.`],
  ])
})

test('a number that two couriers have is left to the list of its courier', async () => {
  const [one, two] = [await placeOrder({}), await placeOrder({})]
  await one.saveNumber({ courier: 'ekart', trackingNumber: 'TWICE1' })
  await two.saveNumber({ courier: 'dtdc', trackingNumber: 'TWICE1' })
  const [line] = (await record('several', 'TWICE1,799')).lines
  expect(line?.outcome).toBe('refused')
  expect(line?.message).toMatch(/have a parcel with this number\. Enter this line for its courier\.$/)
  expect((await record('dtdc', 'TWICE1,799')).lines[0]).toMatchObject({ outcome: 'matched', number: two.number })
})

test('the sum of a list is shown beside the amount on the bank account, and nothing is recorded yet', async () => {
  const order = await placeOrder({ courier: 'delhivery' })
  const list = `${order.trackingNumber},"₹1,299.50"\nX1,1,299.50\nX2,paid`
  const checked = await check('delhivery', list, { bankAmount: '₹ 2,500.50', utr: 'UTR1' })
  expect(checked).toMatchObject({ sum: { lines: 2, amount: 2599 }, bankAmount: 2500.5, enteredAt: null, error: null })
  expect((await check('delhivery', list)).bankAmount).toBeNull()
  expect((await sendCheck('delhivery', list, { bankAmount: 'much' })).json().fields).toEqual({
    bankAmount: 'Bank amount must be a number such as 799 or 799.50.',
  })
})

test('the columns of a list are chosen, and a list without them is not recorded', async () => {
  const order = await placeOrder({ courier: 'delhivery' })
  const list = `Parcel id,Shop,Rupees\n${order.trackingNumber},Lane,799`
  const columns = ['trackingNumber', null, 'amount']
  expect(outcomes(await check('delhivery', list, { columns }))).toEqual(['matched'])
  const refused = await sendRecord('delhivery', list, { columns: ['amount', null, 'amount'] })
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Two columns are "Amount". Choose one of them.'])
  expect((await record('delhivery', list, { columns })).message).toBe('1 line is recorded')
})
