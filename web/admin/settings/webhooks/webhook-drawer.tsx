import { useState } from 'react'
import { type DeliveryState, deliveryStates, type WebhookDelivery, type WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Drawer, DrawerSection, LoadError } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { NewerOlder } from '../../shared/newer-older.tsx'
import { describeDelivery, describeEndpoint, eventLabels } from './describe-webhook.ts'
import { SecretDialog } from './secret-dialog.tsx'

async function loadEndpoint(id: string): Promise<WebhookEndpoint | undefined> {
  const { endpoints } = await callSignedIn('GET /webhooks', {})
  return endpoints.find(({ _id }) => _id === id)
}

/** An endpoint with the log of what was sent to it. */
export function WebhookDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load: loadEndpoint })
  return (
    <Drawer resource={resource} title="Webhook" onClose={onClose}>
      {(endpoint) => (
        <>
          <EndpointActions
            endpoint={endpoint}
            onChange={() => {
              resource.reload()
              onChange()
            }}
          />
          <Log endpointId={id} />
        </>
      )}
    </Drawer>
  )
}

function EndpointActions({ endpoint, onChange }: { endpoint: WebhookEndpoint | undefined; onChange: () => void }) {
  const [secret, setSecret] = useState<string>()
  const { busy, message, run, ask, dialog } = useAction(onChange)
  if (!endpoint) return <p role="alert">This webhook does not exist any more.</p>
  const params = { id: endpoint._id }
  const { text, isGood } = describeEndpoint(endpoint)
  const rotate = () =>
    ask(
      {
        title: 'Make a new secret?',
        text: 'For a day events are signed with both secrets. Enter the new one in your other program in that time.',
        action: 'Make a new secret',
      },
      () => callSignedIn('POST /webhooks/:id/secret', { params, body: { version: endpoint.version } }),
      (reply) => {
        setSecret(reply.secret)
        onChange()
      },
    )
  return (
    <section className="flex flex-col gap-3">
      <p className="font-semibold wrap-anywhere">{endpoint.url}</p>
      {endpoint.description !== '' && <p className="wrap-anywhere text-soft">{endpoint.description}</p>}
      <p className={`font-medium ${isGood ? 'text-good' : 'text-bad'}`}>{text}</p>
      <ul className="list-disc pl-5 text-sm text-soft">
        {endpoint.types.map((type) => (
          <li key={type}>{eventLabels[type]}</li>
        ))}
      </ul>
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        <SmallButton aria-disabled={busy} onClick={() => run(() => callSignedIn('POST /webhooks/:id/test', { params }))}>
          {busy ? 'Sending…' : 'Send a test event'}
        </SmallButton>
        <SmallButton onClick={rotate}>Make a new secret</SmallButton>
      </div>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {dialog}
    </section>
  )
}

const stateLabels: Readonly<Record<DeliveryState, string>> = { waiting: 'Waiting', delivered: 'Delivered', 'given up': 'Given up' }

/** `key` is the query of the log: useResource loads again when it changes. */
function loadLog(key: string) {
  const { id, page, state } = JSON.parse(key) as { id: string; page: number; state: DeliveryState | '' }
  return callSignedIn('GET /webhooks/:id/deliveries', { params: { id }, query: { page, ...(state !== '' && { state }) } })
}

function Log({ endpointId }: { endpointId: string }) {
  const [page, setPage] = useState(1)
  const [state, setState] = useState<DeliveryState | ''>('')
  const { data, error, reload } = useResource({ id: JSON.stringify({ id: endpointId, page, state }), load: loadLog })
  const choose = (value: string) => {
    setState(deliveryStates.find((each) => each === value) ?? '')
    setPage(1)
  }
  return (
    <DrawerSection title="Log">
      <div className="flex flex-wrap items-center gap-3">
        <select
          aria-label="State of the events"
          value={state}
          onChange={(event) => choose(event.currentTarget.value)}
          className="min-h-11 rounded-control border border-edge bg-raised px-3 sm:min-h-9"
        >
          <option value="">All events</option>
          {deliveryStates.map((each) => (
            <option key={each} value={each}>
              {stateLabels[each]}
            </option>
          ))}
        </select>
        <SmallButton onClick={reload}>Reload</SmallButton>
      </div>
      <LoadError error={error} onRetry={reload} />
      {data === undefined && error === undefined && <p role="status">Loading…</p>}
      {data?.deliveries.length === 0 && <p className="text-soft">No events of the last 30 days.</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.deliveries.map((delivery) => (
          <Delivery key={delivery._id} delivery={delivery} onSent={reload} />
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <div className="flex items-center justify-between gap-3">
          <NewerOlder page={page} totalPages={data.totalPages} onPage={setPage} />
        </div>
      )}
    </DrawerSection>
  )
}

function Delivery({ delivery, onSent }: { delivery: WebhookDelivery; onSent: () => void }) {
  const { busy, message, run } = useAction(onSent)
  const { event, orderNumber, answer, state, attempts } = delivery
  const resend = () => run(() => callSignedIn('POST /webhooks/deliveries/:id/resend', { params: { id: delivery._id } }), onSent)
  const isBad = state === 'given up' || (state === 'waiting' && attempts > 0)
  return (
    <li>
      <details>
        <summary className="min-h-11 cursor-pointer py-2">
          <span className="font-semibold">{event.type}</span> {orderNumber}{' '}
          <span className="text-sm text-soft">{formatDateTime(event.timestamp)}</span>
          <span className={`block text-sm ${isBad ? 'text-bad' : 'text-soft'}`}>{describeDelivery(delivery)}</span>
        </summary>
        <div className="flex flex-col items-start gap-3 pb-4">
          <StatusMessage message={message} />
          <SmallButton aria-disabled={busy} onClick={resend}>
            Send again
          </SmallButton>
          {answer !== null && answer !== '' && <Text label="Answer" text={answer} />}
          <Text label="Event" text={JSON.stringify(event, null, 2)} />
        </div>
      </details>
    </li>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <figure className="w-full">
      <figcaption className="text-sm font-semibold">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre tabIndex={0} className="max-h-80 overflow-auto rounded-control bg-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  )
}
