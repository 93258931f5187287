// Receives webhooks, and prints a WhatsApp link with a ready message for each new order and each parcel that has left. Needs Node 22 or later.
// WEBHOOK_SECRET=whsec_... PORT=8080 node whatsapp.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const received = new Set()

function isValid({ headers, body }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  // Older than five minutes: somebody may send again what they have read.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  return signatures.split(' ').some((each) => {
    const signature = Buffer.from(each)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

function writeMessage({ type, subject, data: { order } }) {
  if (type === 'order.placed') return `thank you for your order ${order.number}.`
  const parcel = order?.parcels.find(({ _id }) => _id === subject)
  if (type !== 'parcel.changed' || !parcel?.shippedAt || parcel.direction !== 'forward') return undefined
  return `your order ${order.number} is on its way with ${parcel.courierName}. ${parcel.trackingUrl ?? ''}`.trim()
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  if (!isValid({ headers: request.headers, body })) return response.writeHead(401).end()
  response.writeHead(204).end()
  const event = JSON.parse(body)
  // An event may arrive twice. A program that is restarted stores the ids in a file or a database.
  if (received.has(event._id)) return
  received.add(event._id)
  const message = writeMessage(event)
  if (message === undefined) return
  const { firstName, phone } = event.data.order.deliveryAddress
  const digits = phone.replace(/\D/g, '').slice(-10)
  console.log(`https://wa.me/91${digits}?text=${encodeURIComponent(`Hello ${firstName}, ${message}`)}`)
}).listen(Number(process.env.PORT ?? 8080), () => console.log('Waiting for events'))
