import { useState } from 'react'
import type { ShopperSession } from '#contract/accounts/account.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import { showToast } from '../ui/toast.ts'

/** The browsers in which the account is signed in; each can be signed out. */
export function SessionList({ sessions, onChanged }: { sessions: readonly ShopperSession[]; onChanged: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const run = async (end: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await end()
      showToast({ text: message })
      document.getElementById('devices')?.focus()
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
    await onChanged()
  }

  return (
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col divide-y divide-line">
        {sessions.map(({ _id, device, place, lastSeenAt, isCurrent }) => {
          const name = device || 'Unknown device'
          return (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0">
              <div className="flex min-w-0 flex-col gap-1">
                <span className="font-medium">{name}</span>
                <span className="text-sm text-soft">
                  {place && `${place} · `}
                  {isCurrent ? 'This device' : `Last seen ${formatDateTime(lastSeenAt)}`}
                </span>
              </div>
              {!isCurrent && (
                <Button
                  aria-disabled={busy}
                  aria-label={`Sign out ${name}, last seen ${formatDateTime(lastSeenAt)}`}
                  onClick={() => run(() => callSignedIn('DELETE /users/account/sessions/:id', { params: { id: _id } }))}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError text={error} />
      {sessions.length > 1 && (
        <Button aria-disabled={busy} className="self-start" onClick={() => run(() => callSignedIn('DELETE /users/account/sessions', {}))}>
          Sign out all other devices
        </Button>
      )}
    </div>
  )
}
