import { useState } from 'react'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { ExportDialog } from '../../kit/export-dialog.tsx'
import { SmallButton } from '../../kit/small-button.tsx'

const choices = { all: 'All customers', consented: 'Those who agreed to messages about offers' } as const

const download = (who: keyof typeof choices) =>
  downloadSignedIn({
    route: 'GET /customers/export',
    input: { query: { who } },
    fileName: `${who === 'consented' ? 'customers-who-agreed' : 'customers'}-${toIndianDay()}.csv`,
  })

/** Downloads customers as CSV. */
export function ExportCustomers() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>Export CSV</SmallButton>
      {isOpen && (
        <ExportDialog title="Export customers" legend="Who" choices={choices} download={download} onClose={() => setOpen(false)}>
          <p>The file has names, phone numbers and email addresses. Keep it safe, and delete it when you no longer need it.</p>
        </ExportDialog>
      )}
    </>
  )
}
