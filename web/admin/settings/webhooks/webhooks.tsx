import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type EventType, eventTypes } from '#contract/webhooks/event-types.ts'
import { type WebhookEndpoint, webhooksCalls } from '#contract/webhooks/webhooks.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { defineList } from '../../kit/define-list.ts'
import { RowLink } from '../../kit/drawer-link.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { shouldReloadList, webhooksPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/webhooks'
import { describeEndpoint, eventLabels } from './describe-webhook.ts'
import { SecretDialog } from './secret-dialog.tsx'
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

interface Reply {
  readonly endpoint: WebhookEndpoint
  /** of a new endpoint */
  readonly secret?: string
}

interface WebhookDialogProps {
  /** undefined: a new one */
  endpoint: WebhookEndpoint | undefined
  onSaved: (reply: Reply) => void
  onClose: () => void
}

interface Values {
  url: string
  description: string
  types: EventType[]
  isEnabled: boolean
}

/** Adds or changes an endpoint. */
function WebhookDialog({ endpoint, onSaved, onClose }: WebhookDialogProps) {
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  const send = ({ isEnabled, ...body }: Values): Promise<Reply & { message: string }> =>
    endpoint
      ? callSignedIn('PATCH /webhooks/:id', {
          params: { id: endpoint._id },
          body: { ...body, isEnabled, version: endpoint.version },
        })
      : callSignedIn('POST /webhooks', { body })
  return (
    <FormDialog<Values, Reply>
      title={endpoint ? 'Change the webhook' : 'Add a webhook'}
      defaultValues={{
        url: endpoint?.url ?? '',
        description: endpoint?.description ?? '',
        types: endpoint?.types ?? ['order.placed', 'order.changed'],
        isEnabled: endpoint === undefined || endpoint.disabledAt === null,
      }}
      body={webhooksCalls.addWebhook.body}
      send={send}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => {
        const { error, maxLength: _maxLength, ...types } = field('types')
        const { error: _error, maxLength: _max, ...isEnabled } = field('isEnabled')
        return (
          <>
            <TextField
              label="Address"
              type="url"
              inputMode="url"
              hint="Where your other program takes events, such as https://example.com/webhooks"
              {...shared}
              {...field('url')}
            />
            <TextField label="Description" hint="What the program is for" optional autoComplete="off" {...field('description')} />
            <fieldset aria-describedby={error ? 'types-error' : undefined}>
              <legend className="font-semibold">Events</legend>
              {eventTypes.map((type) => (
                <Checkbox key={type} value={type} {...types}>
                  <span>
                    {eventLabels[type]} <span className="block text-sm text-soft">{type}</span>
                  </span>
                </Checkbox>
              ))}
              {error && (
                <p id="types-error" role="alert" className="font-medium text-bad">
                  {error}
                </p>
              )}
            </fieldset>
            {endpoint && <Checkbox {...isEnabled}>Send events to this address</Checkbox>}
          </>
        )
      }}
    </FormDialog>
  )
}
