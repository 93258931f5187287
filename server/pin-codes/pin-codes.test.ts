import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const { request } = await createTestApp()

test.each([
  ['560001', { state: 'Karnataka', district: 'Bengaluru' }],
  ['605001', { state: 'Puducherry', district: 'Pondicherry' }],
  ['194101', { state: 'Ladakh', district: 'Leh' }],
  ['560999', { state: 'Karnataka', district: '' }],
  ['999999', { state: '', district: '' }],
])('GET /pins/%s', async (pin, area) => {
  const reply = await request('GET', `/pins/${pin}`)
  expect([reply.statusCode, reply.json()]).toEqual([200, { ...area, deliver: true, cod: 'yes' }])
  expect(reply.headers['cache-control']).toBe('public, no-cache')
})

test.each(['012345', '56000', '5600011', 'abcdef'])('%s is no PIN code', async (pin) => {
  expect((await request('GET', `/pins/${encodeURIComponent(pin)}`)).statusCode).toBe(400)
})
