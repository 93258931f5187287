import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

/** Downloads all products as CSV. */
export function ExportProducts() {
  const { busy, message, run } = useAction()
  const download = async () => {
    await downloadSignedIn({ route: 'GET /products/export', input: {}, fileName: `products-${toIndianDay()}.csv` })
    return { message: 'The file is saved.' }
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <StatusMessage message={message} />
      <Button className="text-sm sm:min-h-10" aria-disabled={busy} onClick={() => run(download)}>
        {busy ? 'Preparing…' : 'Export all products'}
      </Button>
    </div>
  )
}
