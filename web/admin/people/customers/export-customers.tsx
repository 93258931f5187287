import { useState } from 'react'
import { downloadSignedIn } from '../../../auth/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatToday } from '../../shared/format-time.ts'
import { smallButtonClass } from '../../shared/list-frame.tsx'
import { StatusMessage, useAction } from '../../shared/use-action.tsx'

const choices = { all: 'All customers', consented: 'Those who agreed to messages about offers' } as const
type Choice = keyof typeof choices

/** Downloads customers as CSV. */
export function ExportCustomers() {
  const [isOpen, setOpen] = useState(false)
  const [who, setWho] = useState<Choice>('all')
  const { busy, message, run, clearMessage } = useAction()
  const download = async () => {
    const fileName = `${who === 'consented' ? 'customers-who-agreed' : 'customers'}-${formatToday()}.csv`
    await downloadSignedIn({ route: 'GET /customers/export', input: { query: { who } }, fileName })
    setOpen(false)
    return { message: 'The file is saved.' }
  }
  const open = () => {
    clearMessage()
    setOpen(true)
  }
  return (
    <>
      <button type="button" className={smallButtonClass} onClick={open}>
        Export CSV
      </button>
      {isOpen && (
        <Dialog open title="Export customers" onClose={() => setOpen(false)}>
          <p>The file has names, phone numbers and email addresses. Keep it safe, and delete it when you no longer need it.</p>
          <fieldset className="flex flex-col">
            <legend className="font-semibold">Who</legend>
            {(Object.keys(choices) as Choice[]).map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-3">
                <input type="radio" name="who" checked={who === name} onChange={() => setWho(name)} className="size-5 accent-ink" />
                {choices[name]}
              </label>
            ))}
          </fieldset>
          <StatusMessage message={message} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => setOpen(false)}>Go back</Button>
            <Button variant="ink" aria-disabled={busy} onClick={() => run(download)}>
              {busy ? 'Preparing…' : 'Download'}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
