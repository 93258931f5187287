import { statuses } from './statuses.ts'
import type { Fault, Json, MessageMode, ShiprocketSimulator } from './types.ts'
import { referenceOf } from './types.ts'

/** The calls of the control page, as JSON. Undefined: there is no such call. */
export async function controlSimulator(simulator: ShiprocketSimulator, path: string, body: Json): Promise<Json | undefined> {
  const reference = String(body.reference)
  const calls: Readonly<Record<string, () => unknown>> = {
    state: () => ({ orders: simulator.orders, calls: simulator.calls, messages: simulator.messages }),
    faults: () => simulator.addFault(body as unknown as Fault),
    'expire-tokens': () => simulator.expireTokens(),
    cancel: () => simulator.cancel(reference),
    move: () => {
      const { status, reason, location, at, isStale } = body as Record<string, string | undefined>
      if (!status || !(status in statuses)) throw new RangeError(`There is no status ${status}.`)
      return simulator.moveParcel(reference, status as keyof typeof statuses, {
        ...{ reason: reason || undefined, location: location || undefined, at: at ? new Date(at) : undefined, isStale: Boolean(isStale) },
      })
    },
    reassign: async () => ({ awb: await simulator.reassign(reference) }),
    messages: () => simulator.setMessageMode(body.mode as MessageMode),
    flush: () => simulator.flushMessages({ isReversed: body.isReversed === true }),
    webhook: () => simulator.setWebhook(body.url ? { url: String(body.url), key: body.key ? String(body.key) : undefined } : undefined),
    'repeated-orders': () => simulator.setRepeatedOrders(body.behaviour === 'old' ? 'old' : 'same'),
  }
  const call = calls[path]
  if (!call) return undefined
  return ((await call()) ?? {}) as Json
}

const escapeHtml = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A page with the parcels and what can happen to each. */
export function buildControlPage({ orders, messages }: ShiprocketSimulator): string {
  const options = Object.keys(statuses).map((status) => `<option>${status}</option>`)
  const rows = orders.map((order) => {
    const answers = order.attempts.map(
      ({ reason, answer }) => `${reason}: ${answer ? `${answer.action}, ${answer.comments}` : 'no answer'}`,
    )
    const reference = escapeHtml(referenceOf(order))
    return `<tr><td>${reference}<td>${escapeHtml(order.awb)}<br>${escapeHtml(order.courier)}<td>${escapeHtml(order.status)}
      <td>${answers.map(escapeHtml).join('<br>')}
      <td><form data-call="move"><input type="hidden" name="reference" value="${reference}"><select name="status">${options.join('')}</select>
      <input name="reason" placeholder="Reason"> <label><input type="checkbox" name="isStale" value="1"> Old status on top</label> <button>Move</button></form>
      <form data-call="reassign"><input type="hidden" name="reference" value="${reference}"><button>Give another number</button></form>`
  })
  const modes = ['send', 'hold', 'drop', 'duplicate'].map((mode) => `<option>${mode}</option>`)
  const field = (name: string) => `<label>${name} <input name="${name}"></label>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shiprocket simulator</title>
<style>body{font-family:sans-serif;margin:1rem}td{border-top:1px solid;padding:.5rem;vertical-align:top}form{margin:.25rem 0}</style>
<h1>Shiprocket simulator</h1>
<form data-call="messages">Messages: <select name="mode">${modes.join('')}</select> <button>Set</button></form>
<form data-call="flush"><button>Send held messages</button></form>
<form data-call="webhook">${field('url')} ${field('key')} <button>Set webhook</button></form>
<form data-call="faults">Next call of ${field('path')} answers ${field('status')} <label><input type="checkbox" name="when" value="after"> after it took effect</label> <button>Add</button></form>
<form data-call="expire-tokens"><button>Expire tokens</button></form>
<p>${messages.length} messages, the last one answered ${escapeHtml(messages.at(-1)?.status ?? '–')}</p>
<table>${rows.join('')}</table>
<script>
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { call } = event.target.dataset
  const body = Object.fromEntries(new FormData(event.target))
  if (body.status && call === 'faults') body.status = Number(body.status)
  const reply = await fetch('/_simulator/' + call, { method: 'POST', body: JSON.stringify(body) })
  if (reply.ok) location.reload()
  else alert(await reply.text())
})
</script>`
}
