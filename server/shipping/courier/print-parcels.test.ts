import { beforeAll, expect, test } from 'vitest'
import type { RecordedCall } from '#contract/activity/recorded-calls.ts'
import type { CallReply } from '#contract/contract.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { startBookings } from '#testing/courier-bookings.ts'
import { requireStatus } from '#testing/require-status.ts'

const { simulator, request, database, cookies, saveParcelSettings, placeOrder, book, work } = await startBookings()
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))

type File = CallReply<'POST /order/admin/courier-labels'>

const print = async (kind: 'labels' | 'manifest', numbers: readonly string[]) =>
  requireStatus(await request('POST', `/order/admin/courier-${kind}`, { cookies, body: { numbers } }), 200).json<File>()

/** The tracking numbers in a file of the simulator, in their order. */
const readNumbers = ({ pdf }: File) =>
  [
    ...Buffer.from(pdf ?? '', 'base64')
      .toString('latin1')
      .matchAll(/FWD\d+/g),
  ].map(([number]) => number)

const countRecorded = async (call: RecordedCall) =>
  (await database.selectFrom('activity').select('action').where('action', '=', call).execute()).length

async function bookOrders(count: number) {
  const orders = await Promise.all(Array.from({ length: count }, () => placeOrder()))
  await book(...orders)
  await work()
  return orders.map((order) => ({ ...order, awb: order.made()[0]?.awb ?? '' }))
}

test('labels are one file in the order of the numbers, and its print is recorded', async () => {
  const [first, second, third] = (await bookOrders(3)) as [Booked, Booked, Booked]
  const before = await countRecorded('printCourierLabels')
  const file = await print('labels', [third.number, first.number, second.number, third.number])
  expect(file).toMatchObject({ leftOut: [], printed: [third.number, first.number, second.number] })
  expect(readNumbers(file)).toEqual([third.awb, first.awb, second.awb])
  expect(await countRecorded('printCourierLabels')).toBe(before + 1)
})
type Booked = Awaited<ReturnType<typeof bookOrders>>[number]

test('a label that does not fit its order is left out and named, like an order without one', async () => {
  const [changed, fine, unlabelled] = (await bookOrders(3)) as [Booked, Booked, Booked]
  const unbooked = await placeOrder()
  await database
    .updateTable('orders')
    .set({ collect_paise: toPaise(0) })
    .where('id', '=', changed.id)
    .execute()
  simulator.cancel(`${unlabelled.number}-B1`)
  const file = await print('labels', [changed.number, fine.number, unlabelled.number, unbooked.number, 'ZZZZ-9999'])
  expect(file.leftOut).toEqual([
    { number: changed.number, reason: 'The parcel was booked with ₹499 to collect, now ₹0: book it again.' },
    { number: unbooked.number, reason: 'It is not booked at Shiprocket.' },
    { number: 'ZZZZ-9999', reason: 'There is no order with this number.' },
    { number: unlabelled.number, reason: 'Shiprocket has no label for it.' },
  ])
  expect([file.printed, readNumbers(file)]).toEqual([[fine.number], [fine.awb]])
  expect(await print('labels', [unbooked.number])).toMatchObject({ printed: [], pdf: null })
})

test('a manifest has the parcels whose pick-up was requested, also when some have one already', async () => {
  const [first, second, waiting] = (await bookOrders(3)) as [Booked, Booked, Booked]
  const pickUp = (order: Booked) => Object.assign(order.made()[0] ?? {}, { pickups: 1 })
  pickUp(first)
  expect((await print('manifest', [first.number])).printed).toEqual([first.number])
  pickUp(second)
  const file = await print('manifest', [second.number, first.number, waiting.number])
  expect(file.leftOut).toEqual([{ number: waiting.number, reason: 'Shiprocket has no manifest for it: request its pick-up first.' }])
  expect(readNumbers(file)).toEqual([second.awb, first.awb])
})

test('what Shiprocket answers is a sentence, and nothing is recorded', async () => {
  const [order] = (await bookOrders(1)) as [Booked]
  const before = await countRecorded('printCourierLabels')
  const send = () => request('POST', '/order/admin/courier-labels', { cookies, body: { numbers: [order.number] } })
  for (const [fault, text] of [
    [{ status: 422, body: { message: 'Oops! Invalid Data.' } }, 'Shiprocket makes no labels: Oops! Invalid Data.'],
    [{ status: 429 }, 'Shiprocket takes no more requests at the moment.'],
    [{ status: 0, when: 'after' }, 'Shiprocket does not answer.'],
    [{ status: 200, body: { label: 1 } }, 'Shiprocket does not answer.'],
    [
      { status: 200, body: { label_created: 1, label_url: 'http://127.0.0.1:9/label.pdf' } },
      'The file of Shiprocket cannot be read. Print it on its page.',
    ],
  ] as const) {
    simulator.addFault({ path: '/courier/generate/label', ...fault })
    const reply = await send()
    expect([reply.statusCode, reply.json().error]).toEqual([503, text])
  }
  expect(await countRecorded('printCourierLabels')).toBe(before)
})
