import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { OpenRestore, OpenTransfer, RestoredRefund } from '#contract/restores/restores.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { ordersPath, returnsPath } from '../../kit/list-href.ts'
import { Section } from '../../kit/section.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import { useResource } from '../../kit/use-resource.ts'

type Reply = CallReply<'GET /restores/open'>

export const handle = { section: ordersPath }
export const meta = pageTitle('After a restore')

const load = () => callSignedIn('GET /restores/open', {})

/** What is to be answered after a backup was restored. */
export default function AfterRestore() {
  const { data, error, reload, setData } = useResource({ id: 'restore', load })
  return (
    <ListFrame title="After a restore" tabs={<OrderTabs />}>
      {data ? (
        <RestoreQuestions reply={data} onChange={setData} onStale={reload} />
      ) : error === undefined ? (
        <p role="status" className="text-soft">
          Loading…
        </p>
      ) : (
        <ListError text={error} onRetry={reload} />
      )}
    </ListFrame>
  )
}

interface RestoreQuestionsProps {
  reply: Reply
  onChange: (reply: Reply) => void
  onStale: () => void
}

/** The state of the restore, and its questions. */
export function RestoreQuestions({ reply: { restore, foundRefunds }, onChange, onStale }: RestoreQuestionsProps) {
  if (restore === null && foundRefunds.length === 0)
    return (
      <EmptyState title="Nothing is to be answered.">
        Money is held after a backup was restored, until it is clear what was paid since. Then the questions are here.
      </EmptyState>
    )
  return (
    <>
      {restore && <RestoreState restore={restore} />}
      {restore && restore.transfers.length > 0 && <Transfers transfers={restore.transfers} onChange={onChange} onStale={onStale} />}
      {foundRefunds.length > 0 && <FoundRefunds refunds={foundRefunds} />}
    </>
  )
}

function RestoreState({ restore: { cause, madeAt, comparedAt, transfers, gaps, parcels } }: { restore: OpenRestore }) {
  return (
    <section aria-label="State" className="flex max-w-prose flex-col gap-3 rounded-control border-2 border-bad p-4">
      <p className="font-semibold text-bad">Money is held: no refund is sent, and no return is settled.</p>
      <p>
        {cause === 'backup' ? 'A backup was restored.' : 'The database is older than the folder of data: it was restored by another tool.'}{' '}
        What happened after {formatDateTime(madeAt)} is not in the shop.
      </p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          {comparedAt
            ? `The refunds of the payment provider were compared ${formatDateTime(comparedAt)}.`
            : 'The refunds of the payment provider are not compared yet. The shop tries it every minute.'}
        </li>
        <li>{transfers.length === 0 ? 'No transfer is to be answered.' : `${transfers.length} transfers are to be answered below.`}</li>
        {gaps.map(({ first, last }) => (
          <li key={first} className="wrap-anywhere">
            The numbers {first} to {last} are cancelled, because customers may have documents with them.
          </li>
        ))}
        {parcels > 0 && (
          <li>{parcels} confirmed and packed orders may have left already. Compare them with the courier before you send them.</li>
        )}
      </ul>
    </section>
  )
}

interface TransfersProps {
  transfers: readonly OpenTransfer[]
  onChange: (reply: Reply) => void
  onStale: () => void
}

function Transfers({ transfers, onChange, onStale }: TransfersProps) {
  const [asked, setAsked] = useState<{ transfer: OpenTransfer; answer: 'paid' | 'not paid' }>()
  return (
    <Section title="Were these transferred?">
      <p className="max-w-prose text-soft">Look at the statement of your bank since the time above.</p>
      <ul className="flex flex-col">
        {transfers.map((transfer) => (
          <li key={transfer._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line py-4 not-last:border-b">
            <span className="flex min-w-0 basis-72 grow flex-col gap-0.5">
              <span className="font-semibold tabular-nums">
                {formatRupees(transfer.amount)}, return {transfer.number}
              </span>
              <span className="wrap-anywhere">
                {transfer.name}, <span className="tabular-nums">{transfer.phone}</span>
              </span>
              <span className="text-sm text-soft">
                {transfer.kind === 'refund to pay'
                  ? 'To be transferred when the backup was made'
                  : 'An open return of what was paid in cash'}
              </span>
            </span>
            <span className="flex flex-wrap gap-3">
              <Button aria-label={`Transferred: ${transfer.number}`} onClick={() => setAsked({ transfer, answer: 'paid' })}>
                It was transferred
              </Button>
              <Button aria-label={`Not transferred: ${transfer.number}`} onClick={() => setAsked({ transfer, answer: 'not paid' })}>
                It was not
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <TransferDialog
          key={`${asked.transfer._id} ${asked.answer}`}
          {...asked}
          onAnswered={(reply) => {
            setAsked(undefined)
            onChange(reply)
          }}
          onStale={onStale}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}

function FoundRefunds({ refunds }: { refunds: readonly RestoredRefund[] }) {
  return (
    <Section title="Refunds that only the provider knew">
      <ul className="flex flex-col">
        {refunds.map(({ _id, amount, order, openReturn, foundAt }) => (
          <li key={_id} className="flex flex-col gap-0.5 border-line py-4 not-last:border-b">
            <span>
              <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> of{' '}
              <DrawerLink list={ordersPath} id={order._id} className="link font-semibold">
                order {order.number}
              </DrawerLink>
            </span>
            <span className="text-sm text-soft">Found {formatDateTime(foundAt)}</span>
            <span className="text-sm">
              {openReturn ? (
                <>
                  Say what it was in{' '}
                  <ScreenLink to={`${returnsPath}?q=${openReturn}`} className="link font-semibold" otherwise={`return ${openReturn}`}>
                    return {openReturn}
                  </ScreenLink>
                  , when its items are received.
                </>
              ) : (
                <>
                  Check it, then mark it as resolved among the payments of{' '}
                  <ScreenLink to={ordersPath} className="link font-semibold" otherwise="all orders">
                    all orders
                  </ScreenLink>
                  .
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface TransferDialogProps {
  transfer: OpenTransfer
  answer: 'paid' | 'not paid'
  onAnswered: (reply: Reply) => void
  /** somebody else has answered it: reload */
  onStale: () => void
  onClose: () => void
}

/** Records whether money was transferred after the backup. */
function TransferDialog({ transfer: { _id: id, amount, number }, answer, onAnswered, ...dialog }: TransferDialogProps) {
  const isPaid = answer === 'paid'
  return (
    <FormDialog
      title={isPaid ? `${formatRupees(amount)} were transferred?` : `${formatRupees(amount)} were not transferred?`}
      defaultValues={{ reference: '' }}
      intro={
        <p>
          Return <span className="font-medium tabular-nums">{number}</span>.{' '}
          {isPaid
            ? 'It is recorded as paid with this reference, and is not paid again.'
            : 'It is not in the statement of the bank, so it may be paid from here.'}{' '}
          This cannot be undone.
        </p>
      }
      submitLabel={isPaid ? 'Record the payment' : 'It was not transferred'}
      send={({ reference }) =>
        callSignedIn('POST /restores/transfers/:id', { params: { id }, body: isPaid ? { answer, reference } : { answer: 'not paid' } })
      }
      onSaved={onAnswered}
      {...dialog}
    >
      {({ field }) =>
        isPaid && (
          <TextField label="Reference of the bank (UTR)" autoComplete="off" maxLength={payoutLimits.reference} {...field('reference')} />
        )
      }
    </FormDialog>
  )
}
