import { useNavigate, useRevalidator } from 'react-router'
import { type OrderDraft, orderDraftLimits } from '#contract/orders/order-drafts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { buildListHref, newOrderPath, orderDraftsPath, ordersPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/drafts'

const drafts = defineList({ path: orderDraftsPath, filters: {}, load: (query) => callSignedIn('GET /order/drafts', { query }) })

export const clientLoader = drafts.loader
export const handle = { section: ordersPath }
export const meta = pageTitle('Drafts of orders')

const nameDraft = ({ name, phone }: OrderDraft): string => name || phone || 'No name yet'
const buildHref = ({ _id }: OrderDraft): string => buildListHref({ path: newOrderPath, params: { draft: _id } })

const columns: readonly Column<OrderDraft>[] = [
  {
    head: 'Customer',
    className: 'wrap-anywhere',
    cell: (draft) => <span className="font-semibold">{nameDraft(draft)}</span>,
    further: ({ name, phone }) => name !== '' && phone,
  },
  { head: 'Items', number: true, cell: ({ items }) => items },
  {
    head: 'Saved',
    className: 'max-sm:hidden wrap-anywhere',
    cell: ({ savedAt }) => formatDateTime(savedAt),
    further: ({ savedBy }) => savedBy,
  },
]

/** Orders that administrators have begun to enter. */
export default function Drafts({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { message, ask, dialog } = useAction(revalidate)
  const askDeletion = (draft: OrderDraft) =>
    ask(
      { title: `Delete the draft of ${nameDraft(draft)}?`, text: 'What was typed is gone. This cannot be undone.', action: 'Delete' },
      () => callSignedIn('DELETE /order/drafts/:id', { params: { id: draft._id } }),
      revalidate,
    )
  return (
    <ListPage
      title="Drafts of orders"
      tabs={<OrderTabs />}
      definition={drafts}
      loaded={loaderData}
      rows={loaderData.list?.drafts}
      columns={[
        ...columns,
        actionColumn<OrderDraft>((draft) => (
          <RowActions
            name={`the draft of ${nameDraft(draft)}`}
            edit={() => navigate(buildHref(draft))}
            onDelete={() => askDeletion(draft)}
          />
        )),
      ]}
      label="Drafts, the last saved first"
      rowsPerPage={orderDraftLimits.perPage}
      noun={['draft', 'drafts']}
      intro="Orders that you have begun to enter. They hold no stock, and are deleted 30 days after they were saved."
      actions={
        <LinkButton variant="ink" to={newOrderPath} className="text-sm sm:min-h-9 sm:py-1">
          New order
        </LinkButton>
      }
      above={<StatusMessage message={message} />}
      empty="No drafts. Save one in New order."
    >
      {dialog}
    </ListPage>
  )
}
