import type { CallReply } from '#contract/contract.ts'
import type { DeliveryAnswer, FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import { createDeliveryLinks } from '#server/orders/order/order-links.ts'
import { startBookings } from './courier-bookings.ts'
import { requireStatus } from './require-status.ts'

/** A shop with parcels that its courier could not deliver. Call it at the top of a test file. */
export async function startFailedDeliveries() {
  const bookings = await startBookings()
  const { app, runJob, simulator, request, database, cookies, saveParcelSettings, placeOrder, book, work } = bookings
  await saveParcelSettings({ pickupName: 'Mill Road', courierHours: [0, 24] })
  const links = createDeliveryLinks({ key: app.trackingKey })

  const setState = (reference: string, state: ParcelState, change: object = {}) =>
    database
      .updateTable('courier_parcels')
      .set({ state, state_at: new Date(), ...change })
      .where('reference', '=', reference)
      .execute()

  /** A shipped order whose delivery has failed once. */
  async function failDelivery() {
    const order = await placeOrder()
    await book(order)
    await work()
    await order.post('/move', { to: 'Shipped' })
    const reference = `${order.number}-B1`
    const token = links.createToken(order.id)
    const fail = async (attempts: number) => {
      await simulator.moveParcel(reference, 'UNDELIVERED', { reason: 'Door locked' })
      await setState(reference, 'failed', { attempts, reason: 'Door locked' })
    }
    await fail(1)
    const attempt = (): { readonly answer?: { readonly action: string; readonly comments: string } | undefined } | undefined =>
      simulator.orders.find(({ body }) => body.order_id === reference)?.attempts.at(-1)
    return {
      ...{ ...order, reference, token, fail, attempt },
      setState: (state: ParcelState) => setState(reference, state),
      find: async () =>
        requireStatus(await request('POST', '/order/failed-delivery/find', { body: { token } }), 200).json<
          CallReply<'POST /order/failed-delivery/find'>
        >().delivery,
      answer: (body: Partial<DeliveryAnswer>) => request('POST', '/order/failed-delivery/answer', { body: { token, ...body } }),
      answers: () => database.selectFrom('delivery_answers').selectAll().where('reference', '=', reference).orderBy('created_at').execute(),
      listed: async (view = 'failed') => (await list(view)).parcels.find(({ _id }: FailedDelivery) => _id === reference),
    }
  }

  const list = async (view = 'failed') =>
    requireStatus(await request('GET', `/order/admin/failed-deliveries?view=${view}&limit=50`, { cookies }), 200).json<
      CallReply<'GET /order/admin/failed-deliveries'>
    >()

  const answerAll = (references: readonly string[], body: Partial<DeliveryAnswer>) =>
    request('POST', '/order/admin/failed-deliveries/answers', { cookies, body: { references, ...body } })

  return {
    ...{ ...bookings, failDelivery, list, answerAll },
    tell: () => runJob('answer-deliveries'),
    announce: () => runJob('announce-failed-deliveries'),
    /** ends claims and delays */
    makeAnswersDue: () =>
      database
        .updateTable('delivery_answers')
        .set({ due_at: new Date(0) })
        .execute(),
  }
}
