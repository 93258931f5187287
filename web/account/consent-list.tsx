import { useState } from 'react'
import type { Consent } from '#contract/accounts/privacy.ts'
import { useRequest } from '../api/use-request.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { formatDate } from '../ui/format-date.ts'

/** Changed together with `consentTextVersion`. */
const purposes: Readonly<Record<Consent['purpose'], { label: string; text: string }>> = {
  marketing: { label: 'Marketing emails', text: 'News about new clothes and offers, and a reminder of a cart that you leave.' },
  purchases: {
    label: 'Purchases for advertisements',
    text: 'The shop tells advertising companies about orders for which you agreed to it.',
  },
  messages: { label: 'WhatsApp and SMS', text: 'Messages about your orders on your phone, besides email.' },
}

function describeDecision({ given, decidedAt }: Consent): string {
  if (decidedAt === null) return 'Off'
  return `${given ? 'On since' : 'Withdrawn on'} ${formatDate(decidedAt)}`
}

/** What the shopper agrees to, as switches. A switch changes when the server has stored the decision. */
export function ConsentList({ consents: loaded }: { consents: readonly Consent[] }) {
  const [consents, setConsents] = useState(loaded)
  const { busy, error, run } = useRequest()
  const [message, setMessage] = useState('')
  const change = (purpose: Consent['purpose'], given: boolean) =>
    run(async () => {
      setMessage('')
      const reply = await callSignedIn('POST /users/account/consents', { body: { purpose, given } })
      setConsents((shown) => reply.consents.filter((each) => shown.some((before) => before.purpose === each.purpose)))
      setMessage(reply.message)
    })

  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line">
        {consents.map((consent) => {
          const { purpose, given } = consent
          const { label, text } = purposes[purpose]
          return (
            <li key={purpose}>
              <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6 py-4">
                <span className="flex flex-col gap-1">
                  <span className="font-medium">{label}</span>
                  <span id={`${purpose}-text`} className="text-sm text-soft">
                    {text} {describeDecision(consent)}.
                  </span>
                </span>
                <input
                  type="checkbox"
                  // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a state of its own
                  role="switch"
                  aria-label={label}
                  aria-describedby={`${purpose}-text`}
                  aria-disabled={busy}
                  checked={given}
                  onChange={() => change(purpose, !given)}
                  className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunk transition-colors before:absolute before:top-1 before:left-1 before:size-[1.125rem] before:rounded-full before:border before:border-transparent before:bg-edge before:transition-transform checked:border-indigo checked:bg-indigo checked:before:translate-x-5 checked:before:bg-page aria-disabled:opacity-70"
                />
              </label>
            </li>
          )
        })}
      </ul>
      <p role="status" className={`empty:hidden ${error ? 'font-medium text-bad' : 'text-soft'}`}>
        {error ?? message}
      </p>
    </div>
  )
}
