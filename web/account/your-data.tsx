import { useState } from 'react'
import { useNavigate } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import { saveJsonFile } from '../api/save-json-file.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { clearDrafts } from '../session/drafts.ts'
import { setUser } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { showToast } from '../ui/toast.ts'
import { PinDialog } from './pin-dialog.tsx'

/** Downloads what the shop stores about the shopper, and deletes the account. Both ask for the PIN. */
export function YourData() {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'download' | 'delete'>()
  const close = () => setDialog(undefined)

  const download = async (currentPin: string) => {
    const contents = await callSignedIn('POST /users/account/data', { body: { currentPin } })
    saveJsonFile({ name: `my-data-${contents.exportedAt.slice(0, 10)}.json`, contents })
    close()
    showToast({ text: 'Your data has been downloaded.' })
  }

  const deleteAccount = async (currentPin: string) => {
    const { deletionDueAt } = await callSignedIn('POST /users/account/delete', { body: { currentPin } })
    setUser(null)
    clearDrafts()
    const text = `Your account will be deleted on ${formatDate(deletionDueAt)}. Sign in before then to keep it.`
    showToast({ text, duration: timings.longToast })
    navigate('/buy', { replace: true })
  }

  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">Download my data</h3>
        <p className="text-soft">
          A file with everything that we store about you: account, devices, addresses, cart, saved items, orders, payments, messages and
          consents.
        </p>
        <Button onClick={() => setDialog('download')}>Download my data</Button>
      </div>
      <div className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">Delete my account</h3>
        <p className="text-soft">
          You are signed out everywhere at once, and the account is deleted after {retention.deletionGraceDays} days. Signing in before then
          keeps it. We keep order records, detached from your account, as tax law requires.
        </p>
        <Button onClick={() => setDialog('delete')}>Delete my account</Button>
      </div>
      {dialog === 'download' && (
        <PinDialog title="Download my data" action="Download" busyAction="Preparing…" onSubmit={download} onClose={close}>
          <p>The file contains your addresses and orders. Keep it where only you can read it.</p>
        </PinDialog>
      )}
      {dialog === 'delete' && (
        <PinDialog title="Delete your account?" action="Delete my account" busyAction="Deleting…" onSubmit={deleteAccount} onClose={close}>
          <p>
            Your name, PIN, cart, saved items, addresses and devices will be deleted in {retention.deletionGraceDays} days. Open orders are
            still delivered, and refunds are still paid; follow them with the links in our emails. Nobody can use your username for a year.
          </p>
        </PinDialog>
      )}
    </div>
  )
}
