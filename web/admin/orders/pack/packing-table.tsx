import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import type { OrderToPack } from '#contract/orders/packing.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { SmallSelect } from '../../kit/small-select.tsx'
import { CopyText } from '../../shared/copy-link.tsx'
import { Labels } from '../print/labels.tsx'
import { PackingSlips } from '../print/packing-slips.tsx'
import { buildPrintHref } from '../print/print-href.ts'
import { UndoButton } from '../shared/transition-results.tsx'
import { CameraScan } from './camera-scan.tsx'
import { PackingOrder } from './packing-order.tsx'
import { isComplete, listMissing } from './packing-progress.ts'
import { usePacking } from './use-packing.ts'
import { useScanner } from './use-scanner.ts'
import '../../../ui/print.css'
import '../print/print-documents.css'

interface PackingTableProps {
  orders: readonly OrderToPack[]
  onReload: () => void
  /** replaces the order at hand when there is none */
  empty: ReactNode
}

/** The order at hand, its buttons, and what became of the order before. */
export function PackingTable({ orders, onReload, empty }: PackingTableProps) {
  const printing = usePackedPrint()
  const [packed, setPacked] = useState<string>()
  const packing = usePacking({
    orders,
    onReload,
    onPacked: (number) => {
      setPacked(number)
      void printing.print(number)
    },
  })
  const { current, progress, notice, run, busy, queue, openedText } = packing
  useScanner(packing.scan)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownId = useRef(current?._id)
  const currentId = current?._id
  // The next order begins at its top.
  useEffect(() => {
    if (shownId.current !== undefined && shownId.current !== currentId) heading.current?.focus()
    shownId.current = currentId
  }, [currentId])
  const missing = listMissing(queue)
  const isReady = current !== undefined && isComplete(current, progress)
  return (
    <>
      <div className="page-width flex flex-col gap-5 pt-5 print:hidden">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <PrintChoice kind={printing.kind} onChoose={printing.choose} />
          {missing !== '' && (
            <div className="flex flex-col gap-1">
              <CopyText
                text={missing}
                label="Copy what is missing"
                copied="Copied."
                className="text-sm"
                textClassName="wrap-anywhere whitespace-pre-line"
              />
            </div>
          )}
        </div>
        {packed !== undefined && run?.to !== 'undo' && (
          <section aria-label="Packed order" className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunk p-3">
            <p className="grow font-semibold">Last packed: {packed}</p>
            <Button className="text-sm" onClick={() => printing.print(packed, printing.kind === 'nothing' ? 'label' : printing.kind)}>
              Print again
            </Button>
            {run && !busy && run.undoUntil !== undefined && (
              <UndoButton key={run.undoUntil} until={run.undoUntil} onUndo={packing.undo} onExpire={() => {}} />
            )}
            {printing.problem && (
              <p role="alert" className="w-full font-medium text-bad">
                {printing.problem}
              </p>
            )}
          </section>
        )}
        {current && openedText && <p className="font-semibold text-bad">{openedText}</p>}
        {current ? <PackingOrder order={current} progress={progress} heading={heading} onTick={packing.tick} /> : empty}
        {current?.isGift && (
          <LinkButton to={buildPrintHref({ kind: 'gift-slips', orders: [current] })} target="_blank" className="self-start">
            Print gift slip
          </LinkButton>
        )}
        {current && <CameraScan onCode={packing.scan} />}
        <section aria-label="Packing" className="sticky bottom-0 z-20 -mx-2 flex flex-col gap-2 border-t border-edge bg-page px-2 py-3">
          <div role="alert" className="font-semibold text-bad">
            {notice.isError && <p key={notice.count}>{notice.text}</p>}
            {run?.error !== undefined && <p>{run.error}</p>}
          </div>
          <p role="status" className="font-semibold empty:hidden">
            {!notice.isError && notice.text}
          </p>
          {current && (
            <div className="flex gap-2 sm:gap-3">
              <Button
                variant="primary"
                aria-disabled={!isReady || busy}
                className="grow text-lg aria-disabled:opacity-60 sm:grow-0"
                onClick={packing.pack}
              >
                {busy ? 'Packing…' : 'Packed'}
              </Button>
              <Button
                aria-disabled={busy || isReady}
                className="aria-disabled:opacity-60 max-sm:px-3 max-sm:text-sm"
                onClick={packing.reportMissing}
              >
                Something is missing
              </Button>
              <Button aria-disabled={busy} className="max-sm:px-3 max-sm:text-sm" onClick={packing.skip}>
                Skip
              </Button>
            </div>
          )}
        </section>
      </div>
      {printing.printed && <PrintedDocument {...printing.printed} />}
    </>
  )
}

function PrintChoice({ kind, onChoose }: { kind: PackedPrint; onChoose: (kind: PackedPrint) => void }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-sm">
        Print when packed
      </label>
      <SmallSelect
        id={id}
        value={kind}
        className="sm:min-h-10"
        choices={Object.entries(packedPrints)}
        onChange={({ target }) => {
          onChoose(target.value as PackedPrint)
          // A scanner must not type into the list.
          target.blur()
        }}
      />
    </div>
  )
}

/** What is printed when an order is packed. */
const packedPrints = {
  label: 'Label, 4 × 6 inch',
  'slip-a5': 'Packing slip, A5',
  'slip-4x6': 'Packing slip, 4 × 6 inch',
  nothing: 'Nothing',
} as const
type PackedPrint = keyof typeof packedPrints

const storageKey = 'packedPrint'

/** The choice of what is printed, and the function that prints it for an order. */
function usePackedPrint() {
  const [kind, setKind] = useState<PackedPrint>(() => {
    const stored = readStoredJson('localStorage', storageKey)
    return (Object.keys(packedPrints) as PackedPrint[]).find((name) => name === stored) ?? 'label'
  })
  const [printed, setPrinted] = useState<{ kind: PackedPrint; order: PrintedOrder }>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (printed) window.print()
  }, [printed])
  return {
    kind,
    printed,
    problem,
    choose: (value: PackedPrint) => {
      setKind(value)
      storeJson('localStorage', storageKey, value)
    },
    /** The invoice of a parcel whose label is printed is issued before. */
    print: async (number: string, what = kind) => {
      setProblem('')
      if (what === 'nothing') return
      try {
        const body = { numbers: [number], ...(what === 'label' && { issueInvoices: true }) }
        const { orders } = await callSignedIn('POST /order/admin/print', { body })
        if (orders[0]) setPrinted({ kind: what, order: orders[0] })
      } catch {
        setProblem(`${number} is packed, but could not be printed.`)
      }
    },
  }
}

/** The document on paper only. */
function PrintedDocument({ kind, order }: { kind: PackedPrint; order: PrintedOrder }) {
  return (
    <div className="hidden print:block">
      {kind === 'label' ? (
        <Labels orders={[order]} size="4x6" />
      ) : (
        <PackingSlips orders={[order]} size={kind === 'slip-a5' ? 'a5' : '4x6'} />
      )}
    </div>
  )
}
