import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { CheckedRequest } from './public-https.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** A sender whose host has these addresses, one list for each look-up, and what it has sent. */
function createSender({ addresses, status = 200 }: { addresses: readonly (readonly string[])[]; status?: number }) {
  const sent: CheckedRequest[] = []
  let lookups = 0
  const sender = createWebhookSender({
    resolve: async () => addresses[lookups++] ?? [],
    send: async (request) => {
      sent.push(request)
      const response = new IncomingMessage(new Socket())
      response.statusCode = status
      response.headers.location = 'https://10.0.0.7/'
      response.push(null)
      return response
    },
  })
  return { sent, send: () => sender.send({ url: 'https://receiver.example/hook', headers: {}, body: '{}' }), sender }
}

test('a host whose address becomes private is not called, and a public one only at the address that was checked', async () => {
  const { sent, send, sender } = createSender({ addresses: [['8.8.8.8'], ['8.8.4.4'], ['169.254.169.254'], ['8.8.8.8', '127.0.0.1']] })
  expect(await sender.findProblem('https://receiver.example/hook')).toBeUndefined()
  expect((await send()).status).toBe(200)
  const refused = { status: null, answer: 'The host is not on the public internet.' }
  expect([await send(), await send()]).toEqual([refused, refused])
  expect(sent.map(({ address }) => address)).toEqual(['8.8.4.4'])
})

test('a redirect is an answer and is not followed', async () => {
  const { sent, send } = createSender({ addresses: [['8.8.8.8'], ['8.8.8.8']], status: 302 })
  expect((await send()).status).toBe(302)
  expect(sent).toHaveLength(1)
})
