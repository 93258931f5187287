import { expect, test } from 'vitest'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { createReturns } from '#testing/returns.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const app = await startPayingShop()
const { provider, cookies } = app
const shop = { app, ...createReturns({ ...app, provider, cookies }) }
const small = [{ line: 1, quantity: 1, reason: 'too small' }]

test('the pick-up of an accepted return is recorded with its reference, which the shopper gets', async () => {
  const order = await shop.deliverCard()
  const id = (await order.ask(small, 699)).json().return._id as string
  const booking = { courier: 'delhivery', reference: 'PU-4711' }
  expect(shop.code(await shop.admin(id, 'book-pickup', booking))).toBe('return_step_not_possible')
  await shop.admin(id, 'accept', { handover: 'pickup' })
  expect(shop.code(await shop.admin(id, 'book-pickup'))).toBe('return_pickup_reference')
  expect((await shop.admin(id, 'book-pickup', { reference: 'PU-4711' })).statusCode).toBe(400)
  expect((await shop.admin(id, 'book-pickup', { ...booking, reference: 'x'.repeat(61) })).statusCode).toBe(400)
  expect((await shop.admin(id, 'book-pickup', { ...booking, reference: 'PU-4711\r\nBcc: all' })).json().fields.reference).toBe(
    'Reference must be one line.',
  )
  const { version } = await shop.read(id)
  const booked = await shop.admin(id, 'book-pickup', booking)
  expect(booked.json().return).toMatchObject({
    state: 'accepted',
    pickup: { courier: 'Delhivery', reference: 'PU-4711' },
    canBookPickup: false,
  })
  const stale = await shop.app.request('POST', `/returns/${id}/book-pickup`, {
    cookies: (await signInAdministrator(shop.app)).cookies,
    body: { ...booking, version },
  })
  expect(shop.code(stale)).toBe('return_changed')
  expect((await order.read()).json<ReturnableOrder>().returns[0]).toMatchObject({ pickup: { courier: 'Delhivery', reference: 'PU-4711' } })
  const mail = (await collectMails(shop.app)).find(({ subject }) => subject.includes('has a booked pick-up'))
  expect(mail?.text).toContain('Delhivery picks up the items')
  expect(mail?.text).toContain('Reference: PU-4711.')
  expect((await shop.admin(id, 'pick-up')).json().return.state).toBe('picked up')
  expect(shop.code(await shop.admin(id, 'book-pickup', booking))).toBe('return_step_not_possible')
})

test('a return that the shopper brings has no pick-up', async () => {
  const order = await shop.deliverCard()
  const id = (await order.ask(small, 699)).json().return._id as string
  await shop.admin(id, 'accept', { handover: 'send' })
  expect(shop.code(await shop.admin(id, 'book-pickup', { courier: 'dtdc', reference: 'X' }))).toBe('return_step_not_possible')
})
