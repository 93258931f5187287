import { type ReactNode, useState } from 'react'
import type { Path } from 'react-hook-form'
import type { z } from 'zod'
import { type EnteredProvider, providerKeyCalls, type ShownProviderKeys } from '#contract/settings/provider-keys.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { TextField, type TextFieldProps } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { ListFrame } from '../../kit/list-frame.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { PurchaseReports } from './purchase-reports.tsx'

export const meta = pageTitle('Payment and courier')

const load = () => callSignedIn('GET /provider-keys', {})

const texts = {
  razorpay: {
    title: 'Razorpay: online payments',
    none: 'No keys are entered. Razorpay shows the key id and its secret under “Account & Settings”, “API keys”.',
    environment: 'RAZORPAY_KEY_ID',
    account: 'Key id',
    removal: 'Online payment is then off. Open payments and refunds wait until keys of the same account are entered again.',
  },
  shiprocket: {
    title: 'Shiprocket: parcels and pick-ups of returns',
    none: 'No account is entered, so parcels and pick-ups of returns are booked by hand. Shiprocket creates an API user under “Settings”, “API”.',
    environment: 'SHIPROCKET_EMAIL',
    account: 'API user',
    removal: 'Parcels and pick-ups of returns are then booked by hand, and parcels are no longer tracked.',
  },
  meta: {
    title: 'Meta: purchases reported for advertisements',
    none: 'No data set is entered, so nothing is reported. Meta’s Events Manager shows its id, and makes an access token under “Settings”, “Conversions API”.',
    environment: '',
    account: 'Data set',
    removal: 'Purchases are then no longer reported. Those that wait are reported when a data set is entered again within seven days.',
  },
} as const

/** Accounts at payment, courier and advertising providers. Their secrets are entered and never shown. */
export default function ProviderKeysPage() {
  const { data, error, reload } = useResource({ id: 'provider keys', load })
  return (
    <ListFrame title="Payment and courier" tabs={<SettingTabs />}>
      {error !== undefined && <p role="alert">{error}</p>}
      {data?.providers.map((keys) => (
        <Provider key={keys.provider} keys={keys} newsKey={data.parcelNewsKey} onChanged={reload} />
      ))}
      {data && <PurchaseReports />}
    </ListFrame>
  )
}

interface ProviderProps {
  keys: ShownProviderKeys
  /** of the courier's messages */
  newsKey: string | undefined
  onChanged: () => void
}

function Provider({ keys, newsKey, onChanged }: ProviderProps) {
  const { provider, source, entered } = keys
  const [isOpen, setIsOpen] = useState(false)
  const { busy, message, run, ask, dialog } = useAction()
  // The account that shoppers pay into.
  const seesMoney = useRight('money')
  const mayChange = provider !== 'razorpay' || seesMoney
  const params = { provider }
  const Form = forms[provider]
  const remove = () =>
    ask(
      { title: 'Remove these keys?', text: texts[provider].removal, action: 'Remove' },
      () => callSignedIn('DELETE /provider-keys/:provider', { params }),
      onChanged,
    )
  const test = () => run(() => callSignedIn('POST /provider-keys/:provider/test', { params }))
  return (
    <Section title={texts[provider].title}>
      <p className="max-w-prose wrap-anywhere">{describe(keys)}</p>
      {provider === 'razorpay' && source !== 'environment' && (
        <p className="max-w-prose wrap-anywhere text-soft">
          {`Webhook at Razorpay: ${location.origin}/api/v1/payments/razorpay/webhook, with the payment, order, refund and dispute events.`}
        </p>
      )}
      {provider === 'shiprocket' && source !== 'none' && newsKey !== undefined && (
        <p className="max-w-prose wrap-anywhere text-soft">
          {`Messages about parcels: enter this address and token at Shiprocket under “Settings”, “API”, “Webhooks”: ${location.origin}/api/v1/parcels/news ${newsKey}`}
        </p>
      )}
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        {source !== 'environment' && mayChange && (
          <SmallButton onClick={() => setIsOpen(true)}>{entered ? 'Enter other keys' : 'Enter keys'}</SmallButton>
        )}
        {source !== 'none' && (
          <SmallButton aria-disabled={busy} onClick={test}>
            {busy ? 'Testing…' : 'Test'}
          </SmallButton>
        )}
        {entered && mayChange && (
          <SmallButton className="text-bad" onClick={remove}>
            Remove
          </SmallButton>
        )}
      </div>
      {isOpen && (
        <Form
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false)
            onChanged()
          }}
        />
      )}
      {dialog}
    </Section>
  )
}

function describe({ provider, source, entered }: ShownProviderKeys): string {
  const { environment, none, account } = texts[provider]
  if (source === 'environment') return `Set by the server's environment (${environment}), which is changed there.`
  if (!entered) return none
  if (!entered.isReadable) return 'The keys cannot be read, because the secret of the server has changed: enter them again.'
  const end = entered.secretEnd === '' ? '' : `, the secret ends in ${entered.secretEnd}`
  return `${account} ${entered.account}: entered on ${formatPlannedTime(entered.enteredAt)}${end}.`
}

interface KeysFormProps {
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface KeysForm<Name extends string> {
  readonly title: string
  readonly body: z.ZodType
  readonly fields: Readonly<Record<Name, TextFieldProps>>
  readonly send: (values: Record<Name, string>) => Promise<{ message: string }>
}

/** The form of a provider, whose fields are all empty at first. */
function createForm<Name extends string>({ fields, ...dialog }: KeysForm<Name>) {
  type Values = Record<Name, string>
  const names = Object.keys(fields) as (Name & Path<Values>)[]
  const defaultValues = Object.fromEntries(names.map((name) => [name, ''])) as Values
  return (handlers: KeysFormProps) => (
    <FormDialog<Values, object> defaultValues={defaultValues} {...dialog} {...handlers}>
      {({ field }) => names.map((name) => <TextField key={name} {...fields[name]} {...field(name)} />)}
    </FormDialog>
  )
}

/** A key that browsers neither fill in nor correct. */
const plainField = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
const secretField = {
  ...plainField,
  type: 'password',
  autoComplete: 'new-password',
  hint: 'It is stored encrypted and never shown again.',
} as const

const forms: Record<EnteredProvider, (props: KeysFormProps) => ReactNode> = {
  razorpay: createForm({
    title: 'Enter the keys of Razorpay',
    body: providerKeyCalls.setRazorpayKeys.body,
    fields: {
      keyId: { ...plainField, label: 'Key id', hint: 'Begins with rzp_live_ or rzp_test_' },
      keySecret: { ...secretField, label: 'Key secret' },
      webhookSecret: { ...secretField, label: 'Webhook secret', hint: "The one that you enter at Razorpay's webhook" },
    },
    send: (body) => callSignedIn('POST /provider-keys/razorpay', { body }),
  }),
  shiprocket: createForm({
    title: 'Enter the API user of Shiprocket',
    body: providerKeyCalls.setShiprocketKeys.body,
    fields: {
      email: { ...plainField, label: 'Email', inputMode: 'email' },
      password: { ...secretField, label: 'Password' },
    },
    send: (body) => callSignedIn('POST /provider-keys/shiprocket', { body }),
  }),
  meta: createForm({
    title: 'Enter the data set of Meta',
    body: providerKeyCalls.setMetaKeys.body,
    fields: {
      pixelId: { ...plainField, label: 'Data set id', inputMode: 'numeric', hint: 'The digits under its name, also named pixel id' },
      accessToken: { ...secretField, label: 'Access token' },
      testCode: {
        ...plainField,
        label: 'Test event code',
        optional: true,
        hint: 'Such as TEST12345. The test is then shown under “Test events”. Purchases do not have it.',
      },
    },
    send: (body) => callSignedIn('POST /provider-keys/meta', { body }),
  }),
}
