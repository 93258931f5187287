import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

/** Downloads all rows of a screen as CSV, and prints the screen. */
export function FileButtons({ download }: { download: () => Promise<void> }) {
  const { busy, message, run } = useAction()
  const save = async () => {
    await download()
    return { message: 'The file is saved.' }
  }
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <StatusMessage message={message} />
      <Button className="text-sm sm:min-h-10" aria-disabled={busy} onClick={() => run(save)}>
        {busy ? 'Preparing…' : 'Export as CSV'}
      </Button>
      <Button className="text-sm sm:min-h-10" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}
