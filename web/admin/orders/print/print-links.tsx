import { LinkButton } from '../../../ui/button.tsx'
import { buildPrintHref, type SelectedOrder } from './print-href.ts'

/** Opens the print documents of one order in a tab of their own, so that the list stays as it is. */
export function PrintLinks({ order, isGift = false }: { order: SelectedOrder; isGift?: boolean | undefined }) {
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to={buildPrintHref({ kind: 'packing-slips', orders: [order] })} target="_blank">
        Print packing slip
      </LinkButton>
      {isGift && (
        <LinkButton to={buildPrintHref({ kind: 'gift-slips', orders: [order] })} target="_blank">
          Print gift slip
        </LinkButton>
      )}
      <LinkButton to={buildPrintHref({ kind: 'labels', orders: [order] })} target="_blank">
        Print label
      </LinkButton>
    </div>
  )
}
