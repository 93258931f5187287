import type { FigureDays, SalesGroup } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'

interface Filters {
  readonly days?: FigureDays | undefined
  readonly month?: string | undefined
  readonly by?: SalesGroup | undefined
}

/** Downloads all rows of the sales as CSV, and prints the screen. */
export function ExportSales({ days, month, by }: Filters) {
  const { busy, message, run } = useAction()
  const download = async () => {
    const input = { query: { days, month, by } }
    await downloadSignedIn({ route: 'GET /figures/sales/export', input, fileName: `sales-${month ?? toIndianDay()}.csv` })
    return { message: 'The file is saved.' }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusMessage message={message} />
      <Button className="text-sm sm:min-h-10" aria-disabled={busy} onClick={() => run(download)}>
        {busy ? 'Preparing…' : 'Export as CSV'}
      </Button>
      <Button className="text-sm sm:min-h-10" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}
