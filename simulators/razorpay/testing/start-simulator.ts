import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Razorpay from 'razorpay'
import { onTestFinished } from 'vitest'
import { createSimulator, DEMO_KEY, type SimulatorOptions } from '../server.ts'

export { DEMO_KEY }

export type Json = Readonly<Record<string, unknown>>

export interface TestSimulator {
  readonly url: string
  /** the official client, connected to the simulator */
  readonly client: Razorpay
  /** Calls the control API. Throws for a status other than 200. */
  control(input: { path: string; body?: Json; method?: string }): Promise<Json>
  /** Sends any request. */
  send(input: {
    path: string
    method?: string
    body?: string
    headers?: Readonly<Record<string, string>>
  }): Promise<{ status: number; body: unknown }>
}

export const buildBasicAuth = ({ keyId, keySecret }: { keyId: string; keySecret: string }) =>
  `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

/** A simulator for one test, with a manual clock unless `options` say otherwise. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<TestSimulator> {
  const simulator = createSimulator(options)
  const url = await simulator.listen()
  onTestFinished(() => simulator.close())

  async function send({ path, method = 'GET', body, headers = {} }: Parameters<TestSimulator['send']>[0]) {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  return {
    url,
    client: createClient({ url }),
    send,
    async control({ path, body, method = body ? 'POST' : 'GET' }) {
      const reply = await send({
        path: `/_simulator/${path}`,
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
      return reply.body as Json
    },
  }
}

/** The official client has no option for its host, so the URL is set on its HTTP instance. */
export function createClient({ url, headers = {} }: { url: string; headers?: Readonly<Record<string, string>> }): Razorpay {
  const client = new Razorpay({ key_id: DEMO_KEY.keyId, key_secret: DEMO_KEY.keySecret })
  const { rq } = client.api as unknown as { rq: { defaults: { baseURL: string; headers: { common: Record<string, string> } } } }
  rq.defaults.baseURL = url
  Object.assign(rq.defaults.headers.common, headers)
  return client
}

export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw: string
  readonly event: { readonly event: string; readonly payload: Readonly<Record<string, { readonly entity: Json }>> } & Json
}

export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  names(): string[]
  /** Sets the status of the next replies; null: no reply. */
  replyWith(input: { status: number | null }): void
}

/** A merchant's webhook endpoint that records what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  let status: number | null = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, raw, event: JSON.parse(raw) as ReceivedWebhook['event'] })
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    names: () => received.map(({ event }) => event.event),
    replyWith(next) {
      status = next.status
    },
  }
}

/** Creates an order and pays it by card, without a browser. Amount in paise. */
export async function payOrder({
  simulator,
  amount = 500_000,
  ...payment
}: {
  simulator: TestSimulator
  amount?: number
  method?: string
}): Promise<{ readonly orderId: string; readonly paymentId: string }> {
  const order = await simulator.client.orders.create({ amount, currency: 'INR' })
  const paid = (await simulator.control({ path: 'payments', body: { order_id: order.id, ...payment } })) as unknown as {
    payment: { id: string }
  }
  return { orderId: order.id, paymentId: paid.payment.id }
}

/** Waits for all pending webhook attempts. */
export async function waitForWork({ simulator }: { simulator: TestSimulator }): Promise<void> {
  await advance({ simulator, seconds: 0 })
}

export async function advance({ simulator, seconds }: { simulator: TestSimulator; seconds: number }): Promise<void> {
  await simulator.control({ path: 'clock', body: { advance_seconds: seconds } })
}
