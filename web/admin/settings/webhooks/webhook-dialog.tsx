import { type EventType, eventTypes } from '#contract/webhooks/event-types.ts'
import { type WebhookEndpoint, webhooksCalls } from '#contract/webhooks/webhooks.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { eventLabels } from './describe-webhook.ts'

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
export function WebhookDialog({ endpoint, onSaved, onClose }: WebhookDialogProps) {
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
