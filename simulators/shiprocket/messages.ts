import type { Json, Message, MessageMode } from './types.ts'

export interface Webhook {
  readonly url: string
  /** sent as `x-api-key` */
  readonly key?: string | undefined
}

/** The messages to the webhook. None is sent again: Shiprocket documents no repetition. */
export function createMessages() {
  const all: Message[] = []
  let held: Message[] = []
  let mode: MessageMode = 'send'
  let webhook: Webhook | undefined

  async function send(message: Message): Promise<void> {
    if (!webhook) return
    const { url, key } = webhook
    const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message.body) }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    message.status = response?.status ?? 0
  }

  return {
    all,
    setWebhook: (next: Webhook | undefined) => {
      webhook = next
    },
    setMode: (next: MessageMode) => {
      mode = next
    },
    async add(body: Json): Promise<void> {
      const message: Message = { body }
      all.push(message)
      if (mode === 'drop') return
      if (mode === 'hold') return void held.push(message)
      await send(message)
      if (mode === 'duplicate') await send(message)
    },
    async flush(isReversed: boolean): Promise<void> {
      const due = isReversed ? held.toReversed() : held
      held = []
      for (const message of due) await send(message)
    },
  }
}
