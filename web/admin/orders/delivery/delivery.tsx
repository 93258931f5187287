import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRule } from '#contract/delivery/delivery-rules.ts'
import { formatRupees } from '#contract/money.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { downloadSignedIn } from '../../../auth/download-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { formatToday } from '../../kit/format-time.ts'
import { ListContent, ListFilters, ListFrame, ListTotal, smallButtonClass } from '../../kit/list-frame.tsx'
import { buildListHref, deliveryPath, importDeliveryPath, ordersPath, parseSearchParams, settingsPath } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/delivery'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleEvents } from './rule-events.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const query = { page: parsePage(searchParams.get('page')), ...parseSearchParams(searchParams, ['q']) }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: deliveryPath, params: { ...params, page: String(last) } }),
    load: async () => {
      const [rules, { events }] = await Promise.all([
        callSignedIn('GET /delivery-rules', { query: { ...query, limit: readListRows() } }),
        callSignedIn('GET /delivery-rules/events', {}),
      ])
      return { ...rules, events }
    },
  })
  return { query, list, error }
}

export const handle = { section: ordersPath }
export const meta = pageTitle('Delivery')

type OpenDialog =
  | { readonly kind: 'save'; readonly rule?: DeliveryRule }
  | {
      readonly kind: 'delete'
      readonly rule: DeliveryRule
    }

/** Where the shop delivers, and where it takes cash. */
export default function Delivery({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { busy, message, run } = useAction(() => void revalidate())
  const { page, q } = query
  const close = () => setDialog(undefined)
  const closeAndReload = () => {
    close()
    revalidate()
  }
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /delivery-rules/export', input: {}, fileName: `delivery-rules-${formatToday()}.csv` })
      return { message: 'The file is saved.' }
    })
  return (
    <ListFrame
      title="Delivery"
      tabs={<OrderTabs />}
      aside={list && <ListTotal count={list.total} label={q ? 'found' : list.total === 1 ? 'rule' : 'rules'} />}
    >
      <p className="max-w-prose text-soft">
        Of the rules that a PIN code begins with, the one with the most digits counts. Without a rule the shop delivers and takes cash.
        Amounts and confirmations are under{' '}
        <Link to={`${settingsPath}/orders`} className="link">
          Shop, Orders
        </Link>
        .
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <ListFilters action={deliveryPath} q={q ?? ''} hint="PIN code or its first digits">
          {q && (
            <LinkButton variant="quiet" to={deliveryPath} className="text-sm sm:min-h-10">
              Clear the search
            </LinkButton>
          )}
        </ListFilters>
        <div className="flex flex-wrap gap-3">
          <Link to={importDeliveryPath} className={smallButtonClass}>
            Import CSV
          </Link>
          <button type="button" className={smallButtonClass} aria-disabled={busy} disabled={!list?.total} onClick={download}>
            Export CSV
          </button>
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog({ kind: 'save' })}>
            Add a rule
          </Button>
        </div>
      </div>
      <StatusMessage message={message} />
      <ListContent
        label="Rules by their digits"
        columns={buildColumns({
          onEdit: (rule) => setDialog({ kind: 'save', rule }),
          onDelete: (rule) => setDialog({ kind: 'delete', rule }),
        })}
        rows={list?.rules}
        error={error}
        empty={<EmptyState title={q ? 'No rules found.' : 'No rules yet: the shop delivers everywhere and takes cash.'} />}
        rowsPerPage={deliveryLimits.perPage}
        page={page}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: deliveryPath, params: { q, page: number > 1 ? String(number) : undefined } })}
      />
      {list && !q && page === 1 && <RuleEvents events={list.events} />}
      {dialog?.kind === 'save' && <RuleDialog rule={dialog.rule} onSaved={closeAndReload} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete this rule?"
          text="The rule with fewer digits counts again, or none."
          action="Delete"
          busy={busy}
          onConfirm={async () => {
            const { _id: id, version } = dialog.rule
            await run(() => callSignedIn('DELETE /delivery-rules/:id', { params: { id }, query: { version } }))
            closeAndReload()
          }}
          onClose={close}
        >
          <p className="font-semibold">{nameRule(dialog.rule)}</p>
        </ConfirmDialog>
      )}
    </ListFrame>
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

const buildColumns = ({
  onEdit,
  onDelete,
}: {
  onEdit: (rule: DeliveryRule) => void
  onDelete: (rule: DeliveryRule) => void
}): readonly Column<DeliveryRule>[] => [
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
  { head: 'Reason', className: 'max-md:hidden wrap-anywhere', cell: ({ reason }) => reason },
  {
    head: 'Actions',
    isHeadHidden: true,
    number: true,
    cell: (rule) => (
      <span className="inline-flex flex-col gap-2 sm:flex-row">
        <button type="button" aria-label={`Edit ${nameRule(rule)}`} className={smallButtonClass} onClick={() => onEdit(rule)}>
          Edit
        </button>
        <button
          type="button"
          aria-label={`Delete ${nameRule(rule)}`}
          className={`${smallButtonClass} text-bad`}
          onClick={() => onDelete(rule)}
        >
          Delete
        </button>
      </span>
    ),
  },
]
