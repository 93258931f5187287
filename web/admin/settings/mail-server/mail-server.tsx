import { useState } from 'react'
import { mailServerCalls, type ShownMailServer } from '#contract/settings/mail-server.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'

const load = () => callSignedIn('GET /mail-server', {})

/** The account that sends the mails of the shop. Its password is entered and never shown. */
export function MailServer() {
  const { data, error, reload, setData } = useResource({ id: 'mail server', load })
  const [isOpen, setIsOpen] = useState(false)
  const { busy, message, run, ask, dialog } = useAction()
  if (data === undefined) return error === undefined ? null : <p role="alert">{error}</p>
  const remove = () =>
    ask(
      { title: 'Remove the mail server?', text: 'Mails then reach nobody. The password is deleted.', action: 'Remove' },
      () => callSignedIn('DELETE /mail-server', {}),
      setData,
    )
  const sendTest = () => run(() => callSignedIn('POST /mail-server/test', {}))
  const isEditable = data.source !== 'environment'
  return (
    <Section title="Mail server">
      <p className="max-w-prose wrap-anywhere">{describe(data)}</p>
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        {isEditable && (
          <SmallButton onClick={() => setIsOpen(true)}>{data.entered ? 'Enter another one' : 'Enter a mail server'}</SmallButton>
        )}
        {data.source !== 'none' && (
          <SmallButton aria-disabled={busy} onClick={sendTest}>
            {busy ? 'Sending…' : 'Send a test mail'}
          </SmallButton>
        )}
        {data.entered && (
          <SmallButton className="text-bad" onClick={remove}>
            Remove
          </SmallButton>
        )}
      </div>
      {isOpen && (
        <MailServerForm
          entered={data.entered}
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false)
            reload()
          }}
        />
      )}
      {dialog}
    </Section>
  )
}

function describe({ source, entered }: ShownMailServer): string {
  if (source === 'environment') return "Set by the server's environment (SMTP_URL), which is changed there."
  if (!entered) return 'No mail server is entered, so mails reach nobody. Your mail provider names its server under “SMTP”.'
  if (!entered.isReadable)
    return 'The password cannot be read, because the secret of the server has changed: enter the mail server again. Mails wait until then.'
  const end = entered.passwordEnd === '' ? '' : `, its password ends in ${entered.passwordEnd}`
  return `${entered.username} at ${entered.host}, port ${entered.port}: entered on ${formatPlannedTime(entered.enteredAt)}${end}.`
}

interface FormProps {
  entered: ShownMailServer['entered']
  onSaved: () => void
  onClose: () => void
}

function MailServerForm({ entered, onSaved, onClose }: FormProps) {
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <FormDialog
      title="Enter a mail server"
      defaultValues={{
        host: entered?.host ?? '',
        port: String(entered?.port ?? 587),
        username: entered?.username ?? '',
        password: '',
      }}
      body={mailServerCalls.setMailServer.body}
      send={(body) => callSignedIn('POST /mail-server', { body })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label="Server" hint="Such as smtp.example.com" {...shared} {...field('host')} />
          <TextField label="Port" hint="Usually 587 or 465" inputMode="numeric" {...shared} {...field('port')} />
          <TextField label="User name" hint="Usually the email address of the account" {...shared} {...field('username')} />
          <TextField
            label="Password"
            type="password"
            hint="It is stored encrypted and never shown again."
            {...shared}
            autoComplete="new-password"
            {...field('password')}
          />
        </>
      )}
    </FormDialog>
  )
}
