import { formatRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { Picture } from '../../ui/picture.tsx'
import { DrawerSection } from '../drawer.tsx'

/** The items to pack. */
export function OrderItems({ lines }: { lines: Order['products'] }) {
  return (
    <DrawerSection title="Items">
      <ul className="flex flex-col text-sm">
        {lines.map((line) => (
          <li key={line._id + line.size} className="flex items-center gap-4 border-line py-2 not-last:border-b">
            <Picture image={line.image} placeholderColor="#e8e0d4" alt="" sizes="3rem" loading="eager" className="w-12 shrink-0" />
            <span className="min-w-0 grow">
              <span className="block font-semibold">{line.name}</span>
              {line.size ? <span>Size {line.size}</span> : <span className="font-medium text-bad">{screenTexts.sizeToBeConfirmed}</span>}
            </span>
            <span className="text-right whitespace-nowrap tabular-nums">
              <span className="font-semibold">{line.quantity} ×</span> <span className="text-soft">{formatRupees(line.price)}</span>
            </span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
