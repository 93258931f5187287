import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ParcelKnowledge } from '#contract/orders/parcels.ts'
import { parcelStateTexts } from '#contract/shipping/parcel-states.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { formatDate } from '../../../ui/format-date.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ListFrame } from '../../kit/list-frame.tsx'
import { ordersPath } from '../../kit/list-href.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { bookingStateLabels } from '../shipping/describe-booking.ts'
import type { Route } from './+types/parcel'

export const clientLoader = ({ params: { reference } }: Route.ClientLoaderArgs) =>
  callSignedIn('GET /order/admin/parcels/:reference', { params: { reference } })

export const handle = { section: ordersPath }
export const meta = pageTitle('Parcel')

/** What the shop and the courier know about a parcel. */
export default function Parcel({ loaderData: parcel }: Route.ComponentProps) {
  const { reference, number, orderId, problem, lookProblem, scans, messages } = parcel
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction()
  const [isResolving, setResolving] = useState(false)
  const look = () => run(() => callSignedIn('POST /order/admin/parcels/:reference/look', { params: { reference } }), revalidate)
  return (
    <ListFrame title={`Parcel ${reference}`} tabs={<OrderTabs />}>
      <div className="flex flex-col gap-10">
        <Section title="What we know">
          {problem !== '' && (
            <div className="flex flex-wrap items-center gap-3">
              <p className="font-medium text-bad">{problem}</p>
              <SmallButton onClick={() => setResolving(true)}>Mark as resolved</SmallButton>
            </div>
          )}
          {lookProblem !== '' && <p className="font-medium text-bad">The last look failed: {lookProblem}</p>}
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            <Fact label="Order">
              <Link to={`${ordersPath}?open=${orderId}`} className="link">
                {number}
              </Link>
              , {parcel.orderStatus}
            </Fact>
            {listFacts(parcel).map(([label, text]) => (
              <Fact key={label} label={label}>
                {text}
              </Fact>
            ))}
          </dl>
          <div className="flex flex-wrap items-center gap-3">
            <SmallButton aria-disabled={busy} onClick={look}>
              {busy ? 'Asking…' : 'Look now'}
            </SmallButton>
            <StatusMessage message={message} />
          </div>
        </Section>
        <Section title="Scans">
          {scans.length === 0 ? (
            <p className="text-soft">The courier has reported nothing yet.</p>
          ) : (
            <Table
              label="Scans, newest first"
              rows={scans}
              getKey={({ at, text }) => `${at} ${text}`}
              columns={[
                { head: 'When', className: 'whitespace-nowrap', cell: ({ at }) => formatDateTime(at) },
                { head: 'What the courier says', cell: ({ text }) => text },
                { head: 'Where', cell: ({ place }) => place },
                { head: 'What it means', cell: ({ state }) => (state === null ? 'Not known' : parcelStateTexts[state]) },
              ]}
            />
          )}
        </Section>
        <Section title="Messages of the courier">
          {messages.length === 0 && <p className="text-soft">None in the last 30 days.</p>}
          {messages.map(({ receivedAt, body }) => (
            <Raw key={receivedAt} title={formatDateTime(receivedAt)} content={body} />
          ))}
        </Section>
        {parcel.answer !== null && (
          <Section title="Last answer of the courier">
            <Raw title="As it came, without names and addresses" content={parcel.answer} />
          </Section>
        )}
      </div>
      {isResolving && (
        <NoteDialog
          title="Mark as resolved"
          about={<p>{problem}</p>}
          label="What was done?"
          hint="It becomes a note of the order."
          submitLabel="Mark as resolved"
          send={(note) => callSignedIn('POST /order/admin/parcels/:reference/resolve', { params: { reference }, body: { problem, note } })}
          onSaved={revalidate}
          onStale={revalidate}
          onClose={() => setResolving(false)}
        />
      )}
    </ListFrame>
  )
}

const formatTime = (at: string | null, none: string): string => (at === null ? none : formatDateTime(at))

function listFacts(parcel: ParcelKnowledge): [label: string, text: string][] {
  const { state, stateAt, attempts, reason, expectedOn, code, answeredAt, nextLookAt, bookingState } = parcel
  const since = stateAt === null ? '' : `, since ${formatDateTime(stateAt)}`
  return [
    ['Parcel', state === null ? 'Nothing is known yet' : `${parcelStateTexts[state]}${since}`],
    ['Number', `${parcel.courierName ?? ''} ${parcel.trackingNumber ?? 'none'}`.trim()],
    ['Booking', bookingStateLabels[bookingState]],
    ['Failed attempts', attempts === 0 ? 'None' : `${attempts}${reason === '' ? '' : `: ${reason}`}`],
    ['Expected', expectedOn === null ? 'Not known' : formatDate(expectedOn)],
    ["Courier's code", code ?? 'None'],
    ['Last answer', formatTime(answeredAt, 'None yet')],
    ['Next look', formatTime(nextLookAt, 'When the courier sends a message')],
  ]
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col">
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

const Raw = ({ title, content }: { title: string; content: unknown }) => (
  <details>
    <summary className="link inline-flex min-h-11 items-center text-sm">{title}</summary>
    <pre className="max-w-full overflow-x-auto rounded-control bg-sunk p-3 text-sm">{JSON.stringify(content, null, 2)}</pre>
  </details>
)
