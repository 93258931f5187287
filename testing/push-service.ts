import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createWebPush } from '#server/adapters/web-push.ts'
import type { PushMessage } from '#server/owner-reports/push/push-service.ts'

/** A browser that has subscribed. */
export interface TestBrowser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  decrypt(body: Buffer): PushMessage
  decryptText(body: Buffer): string
}

const expand = (ikm: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.isBuffer(info) ? info : Buffer.from(`${info}\0`), length))

/** Decrypts as RFC 8291 and RFC 8188 say, apart from the package that encrypts. */
export function createTestBrowser(
  name = randomBytes(8).toString('hex'),
  known?: { readonly privateKey: string; readonly auth: string },
): TestBrowser {
  const ecdh = createECDH('prime256v1')
  if (known) ecdh.setPrivateKey(known.privateKey, 'base64url')
  else ecdh.generateKeys()
  const publicKey = ecdh.getPublicKey()
  const auth = known ? Buffer.from(known.auth, 'base64url') : randomBytes(16)
  const decryptText = (body: Buffer): string => {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const senderKey = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
    const ikm = expand(ecdh.computeSecret(senderKey), auth, info, 32)
    const key = expand(ikm, salt, 'Content-Encoding: aes128gcm', 16)
    const decipher = createDecipheriv('aes-128-gcm', key, expand(ikm, salt, 'Content-Encoding: nonce', 12))
    const record = body.subarray(21 + keyLength)
    decipher.setAuthTag(record.subarray(-16))
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    // 2 ends the last record; zeros are padding.
    return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
  }
  return {
    endpoint: `https://push.example/send/${name}`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decryptText,
    decrypt: (body) => JSON.parse(decryptText(body)),
  }
}

/** The claims of a VAPID header (RFC 8292) and its key; throws for a wrong signature. */
export function verifyVapid(header = ''): { key: string; head: object; claims: { aud: string; exp: number; sub: string } } {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(header)?.groups ?? {}
  const [head = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${payload}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong.')
  const [parsedHead, claims] = [head, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  return { key, head: parsedHead, claims }
}

interface ReceivedPush {
  readonly endpoint: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A push service, and the shop's side that reaches it under any name. It answers 201 unless `answer` says something else. */
export async function startPushService({ key = Buffer.alloc(32, 'push'), timeoutMs }: { key?: Buffer; timeoutMs?: number } = {}) {
  const received: ReceivedPush[] = []
  let answer: (reply: ServerResponse, push: ReceivedPush) => void = (reply) => reply.writeHead(201).end()
  const server = createServer(async (message, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const push = { endpoint: `https://${message.headers.host}${message.url}`, headers: message.headers, body: Buffer.concat(chunks) }
    received.push(push)
    answer(reply, push)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const push = createWebPush({
    key,
    settings: { PUBLIC_URL: 'https://shop.example', STORE_EMAIL: 'owner@shop.example' },
    resolve: async () => ['8.8.8.8'],
    send: ({ url, headers, method, body, signal }) =>
      new Promise((resolve, reject) => {
        request({ port, path: url.pathname, headers: { ...headers, host: url.host }, method, signal })
          .on('response', resolve)
          .on('error', reject)
          .end(body)
      }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return {
    push,
    received,
    /** how the next pushes are answered */
    answerWith(next: typeof answer): void {
      answer = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same, for one test. */
export async function usePushService(options: Parameters<typeof startPushService>[0] = {}) {
  const service = await startPushService(options)
  onTestFinished(service.close)
  return service
}
