import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { RowLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { shouldReloadList, webhooksPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/webhooks'
import { describeEndpoint } from './describe-webhook.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'

const webhooks = defineList({
  path: webhooksPath,
  filters: {},
  async load() {
    const { endpoints } = await callSignedIn('GET /webhooks', {})
    return { endpoints, total: endpoints.length, totalPages: 1 }
  },
})
export const clientLoader = webhooks.loader
export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Webhooks')

/** The addresses of other programs to which the shop sends events. */
export default function Webhooks({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<WebhookEndpoint | 'new'>()
  const [secret, setSecret] = useState<string>()
  const { message, ask, dialog: question } = useAction(revalidate)
  const remove = ({ _id: id, url }: WebhookEndpoint) =>
    ask(
      {
        title: 'Delete this webhook?',
        text: 'It gets no more events, and its log is deleted.',
        action: 'Delete',
        children: <p className="font-semibold wrap-anywhere">{url}</p>,
      },
      () => callSignedIn('DELETE /webhooks/:id', { params: { id } }).finally(revalidate),
    )
  return (
    <ListPage
      title="Webhooks"
      tabs={<SettingTabs />}
      definition={webhooks}
      loaded={loaderData}
      rows={loaderData.list?.endpoints}
      columns={buildColumns({ onEdit: setEdited, onDelete: remove })}
      label="Webhooks, the oldest first"
      noun={['webhook', 'webhooks']}
      intro="Tell your other programs, such as accounts or a warehouse, what happens in the shop. Each event is sent to an address of theirs, with a signature, and again for three days until it arrives."
      actions={
        <Needs right="exports">
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setEdited('new')}>
            Add a webhook
          </Button>
        </Needs>
      }
      above={<StatusMessage message={message} />}
      empty="No webhooks yet."
      drawer={WebhookDrawer}
    >
      {edited && (
        <WebhookDialog
          endpoint={edited === 'new' ? undefined : edited}
          onSaved={(reply) => {
            setEdited(undefined)
            setSecret(reply.secret)
            revalidate()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {question}
    </ListPage>
  )
}

interface ColumnOptions {
  onEdit: (endpoint: WebhookEndpoint) => void
  onDelete: (endpoint: WebhookEndpoint) => void
}

function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { text, isGood } = describeEndpoint(endpoint)
  return <span className={`font-medium ${isGood ? 'text-good' : 'text-bad'}`}>{text}</span>
}

const showTime = (time: string | null) => (time === null ? '–' : formatDateTime(time))

const buildColumns = ({ onEdit, onDelete }: ColumnOptions): readonly Column<WebhookEndpoint>[] => [
  {
    head: 'Address',
    className: 'wrap-anywhere',
    cell: (endpoint) => (
      <>
        <RowLink id={endpoint._id}>{endpoint.url}</RowLink>
        <span className="block text-soft">{endpoint.description}</span>
        <span className="block sm:hidden">
          <EndpointState endpoint={endpoint} />
        </span>
      </>
    ),
  },
  { head: 'Events', number: true, className: 'max-md:hidden', cell: ({ types }) => types.length },
  { head: 'State', className: 'max-sm:hidden md:pl-8', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { head: 'Last success', className: 'max-lg:hidden', cell: ({ lastSuccessAt }) => showTime(lastSuccessAt) },
  { head: 'Last failure', className: 'max-lg:hidden', cell: ({ lastFailureAt }) => showTime(lastFailureAt) },
  actionColumn((endpoint) => (
    <RowActions name={endpoint.url} editRight="exports" edit={() => onEdit(endpoint)} onDelete={() => onDelete(endpoint)} />
  )),
]
