import type { MissingField } from '#contract/kernel/address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'

const descriptions: Readonly<Record<MissingField, string>> = {
  phone: 'a phone number of 10 digits',
  pinCode: 'a PIN code of 6 digits',
}

/** Recommends, before the payment, what the courier misses in the address. The shopper may pay without it (spec §5). */
export function CourierHint({
  missing,
  hasEmail,
  onAdd,
  onPay,
}: {
  missing: readonly MissingField[]
  hasEmail: boolean
  onAdd: () => void
  onPay: () => void
}) {
  return (
    <Dialog open onClose={onAdd} title="The courier needs these">
      <ul className="flex list-disc flex-col gap-1 pl-5 font-medium">
        {missing.map((field) => (
          <li key={field}>{descriptions[field]}</li>
        ))}
      </ul>
      <p className="text-soft">
        Without {missing.length > 1 ? 'them' : 'it'} your parcel may not reach you. You can also pay now and complete the address later,{' '}
        {hasEmail ? 'with the link in our email or ' : ''}on the page of your order.
      </p>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onPay}>Pay without {missing.length > 1 ? 'them' : 'it'}</Button>
        <Button variant="primary" autoFocus onClick={onAdd}>
          Add {missing.length > 1 ? 'them' : 'it'}
        </Button>
      </div>
    </Dialog>
  )
}
