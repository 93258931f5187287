import { useWatch } from 'react-hook-form'
import { apiBase } from '#contract/api.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { documentTitles, findMissedDeadline } from '#contract/tax/documents.ts'
import { invoiceProblemTexts } from '#contract/tax/invoice-problems.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { useSaveForm } from '../../kit/save-form.tsx'
import { findActiveInvoice } from './find-active-invoice.ts'
import type { OrderFormProps } from './order-part.ts'

/** The invoices and credit notes of an order, and why its invoice is not issued. */
export function OrderDocuments({ documents = [], invoiceProblem }: Pick<AdminOrderDetail, 'documents' | 'invoiceProblem'>) {
  if (documents.length === 0 && !invoiceProblem) return null
  const invoice = findActiveInvoice(documents)
  const missed = invoice?.kind === 'invoice' ? findMissedDeadline({ invoiceIssuedAt: new Date(invoice.issuedAt) }) : undefined
  return (
    <DrawerSection title="Tax documents">
      {invoiceProblem && <p className="text-sm font-medium text-bad">The invoice waits: {invoiceProblemTexts[invoiceProblem]}</p>}
      {missed && (
        <p className="text-sm">
          {missed} has passed: a credit note to {invoice?.written} no longer reduces the tax.
        </p>
      )}
      <ul className="flex flex-col text-sm">
        {documents.map(({ _id, kind, written, issuedAt, total }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
            <a href={`${apiBase}/documents/${_id}.pdf`} target="_blank" rel="noreferrer" className="link">
              {documentTitles[kind]} {written}
            </a>
            <span className="text-soft tabular-nums">
              {formatRupees(total)}, {formatDateTime(issuedAt)}
            </span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

/** Whether documents cannot print the name of the buyer. */
const needsLatinName = ({ packingWarnings = [], invoiceProblem }: AdminOrderDetail): boolean =>
  packingWarnings.includes('letters') || invoiceProblem === 'letters'

/** Asks for the name that the invoice has where its fonts lack letters of the address. What is entered stays when somebody else saves a name meanwhile. */
export function LatinName({ order, onChange, onStale, onEdit }: OrderFormProps) {
  const { _id: id, version, documentName } = order
  const { control, field, save, reset, isSubmitting, isDirty, failure } = useSaveForm({
    defaultValues: { name: '' },
    send: ({ name }) => callSignedIn('POST /order/admin/:id/document-name', { params: { id }, body: { name, version } }),
    onSaved(reply) {
      reset()
      onChange(reply.order)
    },
    onEdit,
    onStale,
  })
  const isEmpty = useWatch({ control, name: 'name' }).trim() === ''
  const saved = documentName !== undefined && <p className="text-sm">Name on documents: {documentName}</p>
  const isNeeded = needsLatinName(order)
  if (!isNeeded && !isDirty) return saved || null
  return (
    <form
      noValidate
      aria-label="Name for the invoice"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save()
      }}
    >
      {!isNeeded && (
        <>
          {saved}
          <p role="status" className="font-medium text-bad">
            {saved
              ? 'This name was saved in the meantime. Saving replaces it with what is entered below.'
              : 'The name is no longer needed, because the address was changed in the meantime.'}
          </p>
        </>
      )}
      <TextField
        label="Name in Latin letters needed for the invoice"
        hint="As the customer writes it. The label keeps the name of the address."
        maxLength={120}
        {...field('name')}
      />
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSubmitting || isEmpty}>
          {isSubmitting ? 'Saving…' : 'Save the name'}
        </Button>
        {!isNeeded && <Button onClick={() => reset()}>Go back</Button>}
      </div>
    </form>
  )
}
