import { describe, expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { listDeliveryDays } from '#contract/orders/failed-delivery-days.ts'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { startFailedDeliveries } from '#testing/failed-deliveries.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { sendAnswers } from './send-answers.ts'

const shop = await startFailedDeliveries()
const { app, runJob, simulator, courier, shiprocket, request, database, cookies, failDelivery, answerAll, tell, announce, makeAnswersDue } =
  shop

const [day = ''] = listDeliveryDays({ today: toIndianDay(), failedOn: toIndianDay() })

test('each failed attempt is one event with one mail, which has the link to the page of the order', async () => {
  const order = await failDelivery()
  await collectMails(app)
  await Promise.all([announce(), announce()])
  await announce()
  const mails = await collectMails(app)
  expect(mails.map(({ subject }) => subject)).toEqual([`Order ${order.number} could not be delivered yet`])
  expect(mails[0]?.text).toContain(order.token)
  expect(mails[0]?.text).toContain('Say what to do')
  expect(mails[0]?.html).toContain('another phone number, or that you do not want it')
  await order.fail(2)
  await announce()
  expect(await collectMails(app)).toHaveLength(1)
  const { events } = await order.read()
  expect(events.filter(({ type }: { type: string }) => type === 'Delivery failed')).toHaveLength(2)
})

test('a parcel that is on its way again before the mail is sent causes none', async () => {
  const order = await failDelivery()
  await order.setState('out for delivery')
  await announce()
  expect((await order.read()).events.at(-1).type).toBe('Shipped')
})

describe('the answer of a shopper', () => {
  test('says day, landmark and phone to the courier, and stands in the history', async () => {
    const order = await failDelivery()
    expect(await order.find()).toMatchObject({
      canAnswer: true,
      message: null,
      reason: 'Door locked',
      attempts: 1,
      days: expect.any(Array),
    })
    const answer = { action: 'deliver again', deliverOn: day, addressLine: 'Behind the mill\nred gate', phone: '+९१ ९८७६५ ४३२१०' } as const
    const reply = await order.answer(answer)
    expect([reply.statusCode, reply.json().message]).toEqual([
      200,
      expect.stringMatching(/^Thank you. The courier is asked to deliver it again on /),
    ])
    expect((await order.listed())?.answer).toMatchObject({
      action: 'deliver again',
      deliverOn: day,
      phone: '9876543210',
      by: 'shopper',
      state: 'requested',
    })
    await tell()
    expect(order.attempt()?.answer).toMatchObject({ action: 're-attempt' })
    for (const text of [`(${day})`, 'Landmark: Behind the mill red gate.', 'Phone: 9876543210.'])
      expect(order.attempt()?.answer?.comments).toContain(text)
    expect((await order.listed())?.answer).toMatchObject({ state: 'sent', problem: null })
    expect((await order.read()).events.at(-1)).toMatchObject({ type: 'Another delivery requested', actor: 'guest' })
    expect(await order.find()).toMatchObject({ canAnswer: false, message: expect.stringContaining('was asked to deliver it again') })
  })

  test('that it is not wanted brings the parcel back', async () => {
    const order = await failDelivery()
    const reply = await order.answer({ action: 'bring back', addressLine: 'x', phone: '9876543210' })
    expect(reply.json().message).toBe('Thank you. The courier is asked to bring the parcel back to us.')
    await tell()
    expect(order.attempt()?.answer?.action).toBe('return')
    expect(await order.answers()).toMatchObject([{ action: 'bring back', address_line: '', phone: '' }])
    // Only the courier says that it returns.
    expect((await order.read()).orderStatus).toBe('Shipped')
  })

  test.each([
    [{ action: 'deliver again', deliverOn: '2020-01-01' }, 'deliverOn'],
    [{ action: 'deliver again', phone: '12345' }, 'phone'],
    [{ action: 'deliver again', addressLine: 'x'.repeat(121) }, 'addressLine'],
    [{ action: 'other' }, 'action'],
  ])('%j is refused at its field', async (body, field) => {
    const order = await failDelivery()
    const reply = await order.answer(body as object)
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
  })

  test('with half an emoji is stored', async () => {
    const order = await failDelivery()
    expect((await order.answer({ action: 'deliver again', addressLine: 'Gate \ud83d' })).statusCode).toBeLessThan(500)
  })

  test('needs the link of a mail or the account of the order', async () => {
    const order = await failDelivery()
    const other = await failDelivery()
    const { cookies: own, _id: id } = await signInShopper(shop)
    await database.updateTable('orders').set({ user_id: id }).where('id', '=', order.id).execute()
    const post = (body: object, session?: object) =>
      request('POST', '/order/failed-delivery/answer', { body: { action: 'deliver again', ...body }, ...session })
    const codes = [
      post({ orderId: order.id }),
      post({ number: order.number, phone: '9876543210' }),
      post({ token: `${order.token}x` }),
      post({ token: createTrackingLinks({ key: app.trackingKey }).create({ orderId: order.id, purpose: 'track', revision: 0 }) }),
      post({ orderId: order.id }, { cookies }),
      post({ orderId: other.id }, { cookies: own }),
      post({ orderId: 'x' }, { cookies: own }),
    ]
    expect((await Promise.all(codes)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect((await post({ orderId: order.id }, { cookies: own })).statusCode).toBe(200)
    expect((await order.read()).events.at(-1)).toMatchObject({ actor: 'shopper' })
  })

  test.each([
    ['out for delivery', 'Your parcel is out for delivery again.'],
    ['returning', 'The courier brings your parcel back to us.'],
  ] as const)('is refused with a sentence when the parcel is %s', async (state, sentence) => {
    const order = await failDelivery()
    await order.setState(state)
    const reply = await order.answer({ action: 'bring back' })
    expect([reply.statusCode, reply.json().message]).toEqual([409, sentence])
    expect(await order.find()).toMatchObject({ canAnswer: false, message: sentence })
  })
})

describe('answers of administrators', () => {
  test('are given for a selection, and say which are not possible', async () => {
    const [one, two, gone] = [await failDelivery(), await failDelivery(), await failDelivery()]
    await gone.setState('delivered')
    const reply = await answerAll([one.reference, two.reference, gone.reference, 'X-B1'], { action: 'bring back' })
    expect(reply.json()).toEqual({
      message: '2 of 4 parcels answered',
      results: [
        { reference: one.reference, number: one.number, isAccepted: true, message: 'The courier is asked to bring the parcel back to us.' },
        { reference: two.reference, number: two.number, isAccepted: true, message: expect.any(String) },
        { reference: gone.reference, number: gone.number, isAccepted: false, message: 'The parcel does not wait for an answer any more.' },
        { reference: 'X-B1', number: null, isAccepted: false, message: expect.any(String) },
      ],
    })
    expect((await one.read()).events.at(-1)).toMatchObject({ type: 'Parcel requested back', actor: 'admin' })
    expect((await request('GET', '/activity', { cookies })).body).toContain('Parcel requested back')
    await tell()
  })

  test('replace an answer that was not sent; the first one that was sent wins', async () => {
    const order = await failDelivery()
    await order.answer({ action: 'deliver again', deliverOn: day })
    expect((await answerAll([order.reference], { action: 'bring back' })).json().message).toBe('1 of 1 parcel answered')
    expect((await order.answers()).map(({ state }) => state)).toEqual(['replaced', 'requested'])
    await tell()
    expect(order.attempt()?.answer?.action).toBe('return')
    const reply = await order.answer({ action: 'deliver again' })
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'The courier has been told already what to do after this attempt.'])
  })

  test('at the same time as the shopper leave one open', async () => {
    const order = await failDelivery()
    await Promise.all([
      order.answer({ action: 'deliver again' }),
      answerAll([order.reference], { action: 'bring back' }),
      order.answer({ action: 'deliver again', phone: '9876543211' }),
      tell(),
      tell(),
    ])
    const states = (await order.answers()).map(({ state }) => state)
    expect(states.filter((state) => state === 'requested' || state === 'sent')).toHaveLength(1)
    await tell()
  })

  test('cannot be replaced while the courier is being told', async () => {
    const order = await failDelivery()
    await order.answer({ action: 'deliver again' })
    courier.answerFailed = async (answer) => {
      expect((await answerAll([order.reference], { action: 'bring back' })).json().results[0]).toMatchObject({ isAccepted: false })
      await shiprocket.answerFailed(answer)
    }
    await tell()
    expect((await order.answers()).map(({ state }) => state)).toEqual(['sent'])
  })
})

describe('the courier is told', () => {
  test.each([
    ['before', 0],
    ['after', 0],
    ['before', 429],
    ['after', 503],
  ] as const)('once, when its answer is lost %s it (%i)', async (when, status) => {
    const order = await failDelivery()
    await order.answer({ action: 'deliver again', deliverOn: day })
    simulator.addFault({ path: '/ndr/:id/action', when, status })
    const calls = simulator.calls.length
    await tell()
    expect((await order.listed())?.answer).toMatchObject({ state: 'requested', problem: expect.stringContaining('Shiprocket') })
    await tell()
    await makeAnswersDue()
    await tell()
    expect((await order.listed())?.answer).toMatchObject({ state: 'sent', problem: null })
    const told = simulator.calls.slice(calls).filter((path) => path.endsWith('/action'))
    expect(told).toHaveLength(when === 'before' ? 2 : 1)
  })

  test('an accepted return whose answer was lost counts as sent when the parcel returns', async () => {
    const order = await failDelivery()
    await order.answer({ action: 'bring back' })
    simulator.addFault({ path: '/ndr/:id/action', when: 'after', status: 0 })
    await tell()
    await makeAnswersDue()
    await tell()
    expect((await order.listed())?.answer?.state).toBe('requested')
    await order.setState('returning')
    await makeAnswersDue()
    await tell()
    expect((await order.answers()).map(({ state }) => state)).toEqual(['sent'])
  })

  test('its refusal is shown, stops no other, and another answer is possible', async () => {
    const [refused, fine] = [await failDelivery(), await failDelivery()]
    await refused.answer({ action: 'deliver again' })
    await fine.answer({ action: 'deliver again' })
    simulator.addFault({ path: '/ndr/:id/action', status: 400, body: { message: 'This shipment is not in NDR.' } })
    await tell()
    expect((await fine.listed())?.answer?.state).toBe('sent')
    expect(await refused.listed()).toMatchObject({
      canAnswer: true,
      answer: { state: 'rejected', problem: 'Shiprocket does not take the answer: This shipment is not in NDR.' },
    })
    expect((await refused.answer({ action: 'bring back' })).statusCode).toBe(200)
    await tell()
  })

  test('a process that was killed loses no answer', async () => {
    const order = await failDelivery()
    await order.answer({ action: 'deliver again' })
    courier.answerFailed = async (answer) => {
      await shiprocket.answerFailed(answer)
      throw new Error('killed')
    }
    await expect(tell()).rejects.toThrow('killed')
    Object.assign(courier, shiprocket)
    const calls = simulator.calls.length
    await makeAnswersDue()
    await tell()
    expect((await order.listed())?.answer?.state).toBe('sent')
    expect(simulator.calls.slice(calls).filter((path) => path.endsWith('/action'))).toEqual([])
  })

  test('only in its hours of the day in India', async () => {
    const order = await failDelivery()
    await order.answer({ action: 'deliver again' })
    const send = (time: string) =>
      sendAnswers({ database, courier, hours: [8, 20], signal: new AbortController().signal, now: new Date(`2026-11-30T${time}+05:30`) })
    await send('07:59:00')
    await send('20:00:00')
    expect((await order.answers())[0]?.tries).toBe(0)
    await send('08:00:00')
    expect((await order.answers())[0]?.state).toBe('sent')
  })
})

test('a lost parcel opens a claim with its last day, which is noted and closed', async () => {
  const order = await failDelivery()
  await order.setState('lost')
  const { claim } = (await order.listed('claims')) ?? {}
  expect(claim).toEqual({
    claimBy: new Date(Date.parse(toIndianDay()) + 7 * 86_400_000).toISOString().slice(0, 10),
    claimedOn: null,
    reference: '',
  })
  const save = (body: object) =>
    request('POST', '/order/admin/parcel-claims', { cookies, body: { reference: order.reference, isClosed: false, ...body } })
  expect((await save({ claimedOn: '2026-11-30', claimReference: ' T-77 ' })).statusCode).toBe(200)
  expect((await order.listed('claims'))?.claim).toMatchObject({ claimedOn: '2026-11-30', reference: 'T-77' })
  await save({ claimedOn: '2026-11-30', claimReference: 'T-77', isClosed: true })
  expect(await order.listed('claims')).toBeUndefined()
  expect((await save({ claimedOn: null, claimReference: '' })).statusCode).toBe(404)
})

test('address line and phone are erased when the parcel has arrived', async () => {
  const [waiting, arrived] = [await failDelivery(), await failDelivery()]
  for (const { answer } of [waiting, arrived]) await answer({ action: 'deliver again', addressLine: 'Red gate', phone: '9876543210' })
  await arrived.setState('delivered')
  await runJob('erase-answer-details')
  expect([...(await waiting.answers()), ...(await arrived.answers())]).toMatchObject([
    { address_line: 'Red gate', phone: '9876543210' },
    { address_line: '', phone: '' },
  ])
})
