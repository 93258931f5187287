import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRule, DeliveryRuleEvent } from '#contract/delivery/delivery-rules.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, searchText } from '../../kit/define-list.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { deliveryPath, importDeliveryPath, ordersPath, settingsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/delivery'
import { RuleDialog } from './rule-dialog.tsx'

const rules = defineList({
  path: deliveryPath,
  filters: { q: searchText },
  async load(query) {
    const [list, { events }] = await Promise.all([
      callSignedIn('GET /delivery-rules', { query }),
      callSignedIn('GET /delivery-rules/events', {}),
    ])
    return { ...list, events }
  },
})
export const clientLoader = rules.loader

export const handle = { section: ordersPath }
export const meta = pageTitle('Delivery')

/** Where the shop delivers, and where it takes cash. */
export default function Delivery({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<{ readonly rule?: DeliveryRule }>()
  const { busy, message, run, ask, dialog: question } = useAction(revalidate)
  const { list, page, filters } = loaderData
  const close = () => setDialog(undefined)
  // After somebody else's change, the list has the version that the next request is based on.
  const edited = dialog?.rule && (list?.rules.find(({ _id }) => _id === dialog.rule?._id) ?? dialog.rule)
  const closeAndReload = () => {
    close()
    revalidate()
  }
  const remove = (rule: DeliveryRule) =>
    ask(
      {
        title: 'Delete this rule?',
        text: 'The rule with fewer digits counts again, or none.',
        action: 'Delete',
        children: <p className="font-semibold">{nameRule(rule)}</p>,
      },
      () => callSignedIn('DELETE /delivery-rules/:id', { params: { id: rule._id }, query: { version: rule.version } }).finally(revalidate),
    )
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /delivery-rules/export', input: {}, fileName: `delivery-rules-${toIndianDay()}.csv` })
      return { message: 'The file is saved.' }
    })
  const columns: readonly Column<DeliveryRule>[] = [
    {
      head: 'PIN codes',
      cell: (rule) => (
        <>
          <span className="font-semibold tabular-nums">{nameRule(rule)}</span>
          {rule.reason && <span className="block text-soft wrap-anywhere md:hidden">{rule.reason}</span>}
        </>
      ),
    },
    {
      head: 'Delivery',
      cell: ({ deliver }) => (deliver ? 'Yes' : <span className="font-medium text-bad">No</span>),
    },
    { head: 'Cash', cell: describeCod },
    { head: 'Days', className: 'max-sm:hidden', cell: describeDays },
    { head: 'Shipping', className: 'max-md:hidden', cell: describeCharge },
    { head: 'Reason', className: 'max-md:hidden wrap-anywhere', cell: ({ reason }) => reason },
    actionColumn((rule) => <RowActions name={nameRule(rule)} edit={() => setDialog({ rule })} onDelete={() => remove(rule)} />),
  ]
  return (
    <ListPage
      title="Delivery"
      tabs={<OrderTabs />}
      definition={rules}
      loaded={loaderData}
      rows={list?.rules}
      columns={columns}
      label="Rules by their digits"
      rowsPerPage={deliveryLimits.perPage}
      noun={['rule', 'rules']}
      intro={
        <>
          Of the rules that a PIN code begins with, the one with the most digits counts. Without a rule the shop delivers and takes cash.
          Amounts and confirmations are under{' '}
          <Link to={`${settingsPath}/orders`} className="link">
            Shop, Orders
          </Link>
          .
        </>
      }
      searchHint="PIN code or its first digits"
      actions={
        <>
          <SmallLink to={importDeliveryPath}>Import CSV</SmallLink>
          <SmallButton aria-disabled={busy} disabled={!list?.total} onClick={download}>
            Export CSV
          </SmallButton>
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog({})}>
            Add a rule
          </Button>
        </>
      }
      above={<StatusMessage message={message} />}
      empty="No rules yet: the shop delivers everywhere and takes cash."
      emptyFound="No rules found."
    >
      {list && filters.q === undefined && page === 1 && <RuleEvents events={list.events} />}
      {dialog && <RuleDialog {...(edited && { rule: edited })} onSaved={closeAndReload} onStale={revalidate} onClose={close} />}
      {question}
    </ListPage>
  )
}

/** `5600…`, or a whole PIN code. */
const nameRule = ({ prefix }: DeliveryRule): string => (prefix === '' ? restOfIndia : prefix.length < 6 ? `${prefix}…` : prefix)

function describeCod({ deliver, cod, advance }: DeliveryRule): string {
  if (!deliver) return '–'
  if (cod === 'advance') return `After ${formatRupees(advance ?? 0)}`
  return cod === 'yes' ? 'Yes' : 'No'
}

function describeDays({ deliver, from, to }: DeliveryRule): string {
  if (!deliver) return '–'
  if (from === null || to === null) return 'As the policies'
  return from === to ? String(from) : `${from} to ${to}`
}

function describeCharge({ deliver, charge }: DeliveryRule): string {
  if (!deliver) return '–'
  if (charge === null) return 'As the policies'
  return charge === 0 ? 'Free' : formatRupees(charge)
}

const names: Record<DeliveryRuleEvent['event'], string> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  imported: 'File imported',
}

/** Who has changed the rules, newest first. */
function RuleEvents({ events }: { events: readonly DeliveryRuleEvent[] }) {
  if (events.length === 0) return null
  return (
    <Section title="Last changes" className="gap-3 pt-4">
      <ol className="flex flex-col">
        {events.map(({ _id, event, text, happenedAt, by }) => (
          <li key={_id} className="border-b border-line py-2 text-sm">
            <p className="wrap-anywhere">
              <span className="font-semibold">{names[event]}</span> {text}
            </p>
            <p className="text-soft">{[formatDateTime(happenedAt), by].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
