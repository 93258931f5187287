import type { Customer } from '#contract/orders/customers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface ImportedDetailsProps {
  customer: Customer
  onChanged: () => void
  onDeleted: () => void
}

/** What an import knows about a customer, and the consent to messages. */
export function ImportedDetails({ customer: { _id: id, importedAt, consent, orders }, onChanged, onDeleted }: ImportedDetailsProps) {
  const { busy, message, run, ask, dialog } = useAction()
  const withdraw = () => run(() => callSignedIn('POST /customers/:id/withdraw-consent', { params: { id } }), onChanged)
  const remove = () =>
    ask(
      {
        title: 'Delete the imported details?',
        text:
          orders === 0
            ? 'This customer has no orders here and leaves the list. Orders in the earlier shop are deleted, too.'
            : 'The name, email and consent of the import, and the orders in the earlier shop, are deleted. The orders here stay.',
        action: 'Delete',
      },
      () => callSignedIn('DELETE /customers/:id', { params: { id } }),
      orders === 0 ? onDeleted : onChanged,
    )
  if (importedAt === null && consent === null) return null
  const canWithdraw = importedAt !== null && consent?.given === true && consent.source !== 'account page'
  return (
    <DrawerSection title="Messages about offers">
      <p className="text-sm">
        {consent === null
          ? 'No consent is recorded.'
          : `${consent.given ? 'Agreed' : 'Does not agree'}, ${formatDate(consent.on)}: ${consent.source}.`}
        {importedAt !== null && <span className="block text-soft">Imported on {formatDate(importedAt)}</span>}
      </p>
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        {canWithdraw && (
          <SmallButton aria-disabled={busy} onClick={withdraw}>
            Withdraw the consent
          </SmallButton>
        )}
        {importedAt !== null && (
          <SmallButton className="text-bad" onClick={remove}>
            Delete imported details
          </SmallButton>
        )}
      </div>
      {dialog}
    </DrawerSection>
  )
}
