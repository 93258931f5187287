import { Link } from 'react-router'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { PrintPart } from '../print/print-href.ts'

/** The parts in which a large selection is printed. */
export function PrintParts({ parts, onClose }: { parts: readonly PrintPart[]; onClose: () => void }) {
  const count = parts.at(-1)?.last ?? 0
  return (
    <Dialog open title={`Print ${count.toLocaleString('en-IN')} orders`} onClose={onClose}>
      <p className="text-soft">Each part opens in a tab of its own, with a pick list for its orders.</p>
      <ul className="flex flex-col gap-1 tabular-nums">
        {parts.map(({ first, last, href }) => (
          <li key={first}>
            <Link to={href} target="_blank" className="link inline-flex min-h-11 items-center">
              Orders {first.toLocaleString('en-IN')} to {last.toLocaleString('en-IN')}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
