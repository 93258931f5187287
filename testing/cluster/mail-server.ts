import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that records the message id of each mail. */
export async function startMailServer() {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    async onData(stream, _session, callback) {
      // An interrupted transfer is not a received mail.
      const mail = await text(stream).catch(() => undefined)
      if (mail === undefined) return
      received.push(/^message-id: (.*)$/im.exec(mail)?.[1] ?? 'without id')
      callback()
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
