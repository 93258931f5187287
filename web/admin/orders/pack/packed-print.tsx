import { useEffect, useState } from 'react'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Labels } from '../print/labels.tsx'
import { PackingSlips } from '../print/packing-slips.tsx'
import '../../../ui/print.css'
import '../print/print-documents.css'

/** What is printed when an order is packed. */
export const packedPrints = {
  label: 'Label, 4 × 6 inch',
  'slip-a5': 'Packing slip, A5',
  'slip-4x6': 'Packing slip, 4 × 6 inch',
  nothing: 'Nothing',
} as const
export type PackedPrint = keyof typeof packedPrints

const storageKey = 'packedPrint'

const isPackedPrint = (value: unknown): value is PackedPrint => typeof value === 'string' && Object.hasOwn(packedPrints, value)

/** The choice of what is printed, and the function that prints it for an order. */
export function usePackedPrint() {
  const [kind, setKind] = useState<PackedPrint>(() => {
    const stored = readStoredJson('localStorage', storageKey)
    return isPackedPrint(stored) ? stored : 'label'
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
export function PrintedDocument({ printed }: { printed: { kind: PackedPrint; order: PrintedOrder } | undefined }) {
  if (!printed) return null
  const { kind, order } = printed
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
