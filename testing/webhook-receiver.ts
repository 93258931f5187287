import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhookSender } from '#server/adapters/webhook-sender.ts'

export interface ReceivedEvent {
  /** of the endpoint */
  readonly host: string
  /** path and query */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly event: { readonly _id: string; readonly type: string; readonly data: { readonly order?: { readonly number: string } } }
}

/** A receiver of webhooks that is reached under any public name. It answers 200 unless `answer` says something else. */
export async function startWebhookReceiver({ timeoutMs }: { timeoutMs?: number } = {}) {
  const received: ReceivedEvent[] = []
  let answer: (reply: ServerResponse, event: ReceivedEvent) => void = (reply) => reply.end('ok')
  const server = createServer(async (message, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const event = {
      host: message.headers.host ?? '',
      url: message.url ?? '',
      headers: message.headers as ReceivedEvent['headers'],
      body,
      event: JSON.parse(body),
    }
    received.push(event)
    answer(reply, event)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const webhookSender = createWebhookSender({
    resolve: async (host) => (host.endsWith('private.example') ? ['10.0.0.7'] : host.endsWith('unknown.example') ? [] : ['8.8.8.8']),
    send: ({ url, headers, method, body, signal }) =>
      new Promise((resolve, reject) => {
        request({ port, path: url.pathname + url.search, headers: { ...headers, host: url.host }, method, signal })
          .on('response', resolve)
          .on('error', reject)
          .end(body)
      }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return {
    webhookSender,
    received,
    answerWith(next: typeof answer): void {
      answer = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
